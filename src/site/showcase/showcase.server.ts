import type { Bar } from '#src/market/bars/bar.ts'
import { readNewestDays } from '#src/market/history/newest-days.ts'
import { type Instrument, keyOf } from '#src/market/instruments/instrument.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { snapshotOf } from '#src/market/quotes/price-snapshot.ts'
import type { Platform } from '#src/platform/platform.ts'
import { wordsOf } from '../context/words.server.ts'
import type { PageCall } from '../page/page.server.ts'
import type { SentSample } from '../ui/code/code-card.tsx'
import { sentSamples } from '../ui/code/sent-samples.server.ts'
import { callDemo, type DemoAnswer } from './demo-call.ts'
import { daysWith, sessionCloses } from './figures.server.ts'
import { requestSamples } from './request-samples.server.ts'
import type { SampleRequest } from './samples.ts'
import { type DemoCode, demoInstrument, demoInstruments } from './showcase.ts'

const patienceMs = 1_500
const barsShown = 64
/**
 * Maximum age of stored figures and answers, ms. If they are older, the page waits for new ones before it is
 * rendered.
 */
export const figuresKeptMs = 45_000
/** How long a page that lacks an answer or figures is cached. */
export const withoutFiguresMs = 2_000

export type Demo = { request: SampleRequest; samples: SentSample[]; answer: DemoAnswer | null }

export async function demoOf(call: PageCall, sample: Omit<SampleRequest, 'apiUrl'>): Promise<Demo> {
  const { ctx, locale, share } = call
  const request = { apiUrl: ctx.settings.apiFreeUrl, ...sample }
  const answer = await share(
    `demo ${JSON.stringify(sample)}`,
    async () => {
      const got = await callDemo(request, AbortSignal.timeout(patienceMs))
      return got?.status === 200 ? got : null
    },
    figuresKeptMs,
  )
  const samples = requestSamples(request, wordsOf(locale, ['home']).home.demo)
  return { request, samples: sentSamples(call, 'demo', samples), answer }
}

type Stored = { days: readonly Bar[]; closes: readonly number[] }

export type DemoHistory = Stored & { code: DemoCode; instrument: Instrument }

/** Stored data of the demo instruments; `isWhole` is false if a store did not answer. */
export async function demoHistory(
  call: PageCall,
  drawn: DemoCode,
): Promise<{ shown: DemoHistory[]; isWhole: boolean }> {
  const { ctx, share } = call
  const unread = (cause: unknown) => {
    ctx.log.warn('sessions of the demo instruments could not be read', { cause })
    return null
  }
  const instruments = await share('demo instruments', () => demoInstrumentsOf(ctx)).catch(unread)
  if (!instruments) return { shown: [], isWhole: false }
  const wanted = { drawn: instruments.get(drawn) ?? null, instruments: [...instruments.values()] }
  const stored = await share('demo history', () => storedOf(call, wanted), figuresKeptMs).catch(unread)
  const shown = [...instruments].map(([code, instrument]) => ({
    ...{ code, instrument },
    ...(stored?.get(instrument.id) ?? { days: [], closes: [] }),
  }))
  return { shown, isWhole: stored !== null }
}

async function storedOf(call: PageCall, wanted: Wanted): Promise<Map<number, Stored> | null> {
  const { ctx, quotes } = call
  const days = await pageDays(call, wanted)
  if (!days) return null
  const entries = wanted.instruments.map(async (instrument) => {
    const own = days.get(instrument.id) ?? []
    const snapshot = snapshotOf(ctx, quotes, instrument, own, ctx.clock.now())
    const closes = snapshot ? await sessionCloses(ctx, instrument, snapshot) : []
    return [instrument.id, { days: own, closes }] as const
  })
  return new Map(await Promise.all(entries))
}

async function demoInstrumentsOf(ctx: Platform): Promise<Map<DemoCode, Instrument>> {
  const found = demoInstruments.map(async ({ code }) => [code, await demoInstrumentOf(ctx, code)] as const)
  const known = (await Promise.all(found)).flatMap(([code, one]) => (one ? [[code, one] as const] : []))
  return new Map(known)
}

type Wanted = { drawn: Instrument | null; instruments: readonly Instrument[] }

/**
 * The newest daily bars by instrument id: enough for a picture of `drawn`, and two of each other instrument that has
 * no quote on the tape. Null on failure, which must not be cached.
 */
export async function pageDays(
  { ctx, quotes }: PageCall,
  { drawn, instruments }: Wanted,
): Promise<Map<number, Bar[]> | null> {
  const quiet = instruments.filter((one) => one.id !== drawn?.id && !quotes.quote(keyOf(one)))
  try {
    const pictured = await readNewestDays(ctx, drawn ? [drawn] : [], barsShown)
    return new Map([...pictured, ...(await readNewestDays(ctx, quiet, 2))])
  } catch (cause) {
    ctx.log.warn('days of the instruments of a page could not be read', { cause })
    return null
  }
}

/** The days of a picture, ending with the current price. */
export function picturedDays({ ctx, quotes }: PageCall, instrument: Instrument, days: readonly Bar[]): readonly Bar[] {
  return daysWith(ctx, instrument, days, snapshotOf(ctx, quotes, instrument, days, ctx.clock.now())).slice(-barsShown)
}

export function demoInstrumentOf(ctx: Platform, code: DemoCode) {
  const { class: assetClass, region } = demoInstrument(code)
  return findInstrument(ctx, { class: assetClass, region, code })
}
