import { clientPackagesOf } from '#src/clients/kept-packages.ts'
import { withPackageNames } from '#src/clients/names.ts'
import type { Bar } from '#src/market/bars/bar.ts'
import { readNewestDays } from '#src/market/history/newest-days.ts'
import { type Instrument, keyOf } from '#src/market/instruments/instrument.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { snapshotOf } from '#src/market/quotes/price-snapshot.ts'
import type { Platform } from '#src/platform/platform.ts'
import { wordsOf } from '../context/words.server.ts'
import type { PageCall } from '../page/page.server.ts'
import type { CandlesDrawing } from '../pictures/candles.tsx'
import type { SparklineDrawing } from '../pictures/sparkline.tsx'
import type { Picture } from '../pictures/unpictured.tsx'
import { failed, known, mapRead, none, type Read, readOf } from '../reads/read.ts'
import type { SentSample } from '../ui/code/code-card.tsx'
import { sentSamples } from '../ui/code/sent-samples.server.ts'
import { callDemo, type DemoAnswer } from './demo-call.ts'
import { drawCandles, drawSparkline } from './drawings.server.ts'
import { daysWith, readSessions, type Session } from './figures.server.ts'
import { requestSamples } from './request-samples.server.ts'
import type { SampleRequest } from './samples.ts'
import { type DemoCode, demoInstrument, demoInstruments, type Figure } from './showcase.ts'

const patienceMs = 1_500
const barsShown = 64
/**
 * Maximum age of stored figures and responses, ms. If they are older, the page waits for new data before it is
 * rendered.
 */
export const figuresKeptMs = 45_000
/** The time for which a page without a response or figures is cached, ms. */
export const withoutFiguresMs = 2_000

export type Demo = { request: SampleRequest; samples: SentSample[]; answer: DemoAnswer | null }

export async function demoOf(call: PageCall, sample: Omit<SampleRequest, 'apiUrl'>): Promise<Demo> {
  const { ctx, locale, share } = call
  const request = { apiUrl: ctx.settings.apiFreeUrl, ...sample }
  const answer = await share(
    `demo ${JSON.stringify(sample)}`,
    async () => {
      const got = await callDemo(request, AbortSignal.timeout(patienceMs))
      return got?.status === 200 && hasRows(got.body) ? got : null
    },
    figuresKeptMs,
  )
  const { slug } = clientPackagesOf(ctx)
  const samples = requestSamples(request, wordsOf(ctx, locale, ['home']).home.demo).map((one) => ({
    ...one,
    text: withPackageNames(one.text, slug),
  }))
  return { request, samples: sentSamples(call, 'demo', samples), answer }
}

/** A response without rows does not show the format, so it is no sample. */
function hasRows(body: unknown): boolean {
  const { data } = (body ?? {}) as { data?: unknown }
  return Array.isArray(data) ? data.length > 0 : data !== null && data !== undefined
}

/** Stored data of some instruments by id. `days`: see `pageDays`. */
export type Stored = { days: Read<ReadonlyMap<number, readonly Bar[]>>; sessions: Read<ReadonlyMap<number, Session>> }

/**
 * History is cached under `name` for all languages. The catalogue is not read here, so a failure of history does not
 * affect the catalogue.
 */
export async function readStored(call: PageCall, name: string, wanted: Wanted): Promise<Stored> {
  const { ctx, share } = call
  const note = (cause: unknown) => ctx.log.warn('history for a page could not be read', { cause })
  const days = await readOf(
    share(`days ${name}`, () => pageDays(call, wanted), figuresKeptMs),
    note,
  )
  // A store that refused the days gets no query for the sessions.
  if (days.state !== 'known') return { days, sessions: failed() }
  const sessions = await readOf(
    share(`sessions ${name}`, () => sessionsOf(call, wanted.instruments, days.value), figuresKeptMs),
    note,
  )
  return { days, sessions }
}

export function storedOf({ days, sessions }: Stored, { id }: Instrument) {
  return {
    days: mapRead(days, (all) => all.get(id) ?? null),
    session: mapRead(sessions, (all) => all.get(id) ?? null),
  }
}

/** The current sessions, for each instrument that has a price. */
async function sessionsOf(
  { ctx, quotes }: PageCall,
  instruments: readonly Instrument[],
  days: ReadonlyMap<number, readonly Bar[]>,
): Promise<ReadonlyMap<number, Session>> {
  const now = ctx.clock.now()
  const priced = instruments.flatMap((instrument) => {
    const snapshot = snapshotOf(ctx, quotes, instrument, days.get(instrument.id) ?? [], now)
    return snapshot ? [{ instrument, snapshot }] : []
  })
  return readSessions(ctx, priced)
}

/** The line of a session, from the previous close to the newest price. */
export function sparkOf(quote: Read<Figure>, session: Read<Session>): Picture<SparklineDrawing> {
  if (quote.state === 'failed' || session.state === 'failed') return failed()
  if (quote.state === 'none' || session.state === 'none') return none
  return known(drawSparkline(quote.value.previousClose, session.value, quote.value.last))
}

/** The demo instruments of the catalogue, with their stored data. */
export async function demoHistory(
  call: PageCall,
  drawn: DemoCode,
): Promise<{ instruments: Read<ReadonlyMap<DemoCode, Instrument>>; stored: Stored }> {
  const { ctx, share } = call
  const note = (cause: unknown) => ctx.log.warn('the demo instruments could not be read', { cause })
  const instruments = await readOf(
    share('demo instruments', () => demoInstrumentsOf(ctx)),
    note,
  )
  if (instruments.state !== 'known') return { instruments, stored: { days: failed(), sessions: failed() } }
  const all = instruments.value
  const stored = await readStored(call, 'demo', { drawn: all.get(drawn) ?? null, instruments: [...all.values()] })
  return { instruments, stored }
}

async function demoInstrumentsOf(ctx: Platform): Promise<Map<DemoCode, Instrument>> {
  const found = demoInstruments.map(async ({ code }) => [code, await demoInstrumentOf(ctx, code)] as const)
  const known = (await Promise.all(found)).flatMap(([code, one]) => (one ? [[code, one] as const] : []))
  return new Map(known)
}

type Wanted = { drawn: Instrument | null; instruments: readonly Instrument[] }

/**
 * The newest daily bars by instrument id: enough bars for a picture of the instrument `drawn`, and two bars of each
 * other instrument that has no quote on the tape.
 */
async function pageDays({ ctx, quotes }: PageCall, { drawn, instruments }: Wanted): Promise<Map<number, Bar[]>> {
  const quiet = instruments.filter((one) => one.id !== drawn?.id && !quotes.quote(keyOf(one)))
  const pictured = await readNewestDays(ctx, drawn ? [drawn] : [], barsShown)
  return new Map([...pictured, ...(await readNewestDays(ctx, quiet, 2))])
}

/** Candles of an instrument's days. The last candle ends with the current price. */
export function candlesOf(
  { ctx, quotes }: PageCall,
  instrument: Read<Instrument>,
  stored: Stored,
): Picture<CandlesDrawing> {
  if (instrument.state !== 'known') return instrument.state === 'none' ? none : failed()
  const { value } = instrument
  return mapRead(storedOf(stored, value).days, (days) => {
    const snapshot = snapshotOf(ctx, quotes, value, days, ctx.clock.now())
    return drawCandles(daysWith(ctx, value, days, snapshot).slice(-barsShown))
  })
}

export function demoInstrumentOf(ctx: Platform, code: DemoCode) {
  const { class: assetClass, region } = demoInstrument(code)
  return findInstrument(ctx, { class: assetClass, region, code })
}
