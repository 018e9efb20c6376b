import type { Locale } from '#src/contract/locale.ts'
import { readBars } from '#src/market/history.ts'
import { findInstrument } from '#src/market/instruments.ts'
import type { Platform } from '#src/platform/platform.ts'
import { callDemo, type DemoAnswer } from './demo-call.ts'
import { requestSamples } from './request-samples.ts'
import type { SampleRequest } from './samples.ts'
import { type DemoCode, demoInstrument, demoInstruments, type ShownBar } from './showcase.ts'
import { wordsOf } from './words.server.ts'

const patienceMs = 1_500
const barsShown = 64

/** A command that works as it stands, in four languages, with the answer it had when the page was made. */
export type Demo = { request: SampleRequest; samples: ReturnType<typeof requestSamples>; answer: DemoAnswer | null }

export async function demoOf(ctx: Platform, locale: Locale, call: Omit<SampleRequest, 'apiUrl'>): Promise<Demo> {
  const request = { apiUrl: ctx.settings.gateway.apiFreeUrl, ...call }
  const answer = await callDemo(request, AbortSignal.timeout(patienceMs))
  return {
    request,
    samples: requestSamples(request, wordsOf(locale, ['home']).home.demo.comment),
    answer: answer?.status === 200 ? answer : null,
  }
}

export type DemoBars = Partial<Record<DemoCode, ShownBar[]>>

/** The last daily bars of demo instruments. Missing where there are none, or where the history store does not answer. */
export async function demoBars(ctx: Platform, codes: readonly DemoCode[]): Promise<DemoBars> {
  const loaded = await Promise.all(codes.map(async (code) => [code, await barsOf(ctx, code)] as const))
  return Object.fromEntries(loaded.filter(([, bars]) => bars !== null && bars.length > 0))
}

async function barsOf(ctx: Platform, code: DemoCode): Promise<ShownBar[] | null> {
  try {
    const { class: assetClass, region } = demoInstrument(code)
    const instrument = await findInstrument(ctx, { class: assetClass, region, code })
    if (!instrument) return null
    const bars = await readBars(ctx, { instrument, interval: '1d', limit: barsShown, order: 'newest' })
    return bars.map(({ time, open, high, low, close }) => ({ time, open, high, low, close }))
  } catch (cause) {
    ctx.log.warn('bars of a demo instrument could not be read', { code, cause })
    return null
  }
}

export const demoCodes: readonly DemoCode[] = demoInstruments.map(({ code }) => code)
