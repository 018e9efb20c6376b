import type { Bar } from '#src/market/bar.ts'
import { findInstrument } from '#src/market/instruments.ts'
import { readNewestDays } from '#src/market/newest-days.ts'
import type { Platform } from '#src/platform/platform.ts'
import { callDemo, type DemoAnswer } from './demo-call.ts'
import type { PageCall } from './page.server.ts'
import { requestSamples } from './request-samples.ts'
import type { SampleRequest } from './samples.ts'
import { type DemoCode, demoInstrument, demoInstruments } from './showcase.ts'
import { wordsOf } from './words.server.ts'

const patienceMs = 1_500
/** Days of a picture. */
export const barsShown = 64

/** A command that works as it stands, in four languages, with the answer it had when the page was made. */
export type Demo = { request: SampleRequest; samples: ReturnType<typeof requestSamples>; answer: DemoAnswer | null }

export async function demoOf({ ctx, locale, share }: PageCall, sample: Omit<SampleRequest, 'apiUrl'>): Promise<Demo> {
  const request = { apiUrl: ctx.settings.gateway.apiFreeUrl, ...sample }
  const answer = await share(`demo ${JSON.stringify(sample)}`, async () => {
    const got = await callDemo(request, AbortSignal.timeout(patienceMs))
    return got?.status === 200 ? got : null
  })
  return {
    request,
    samples: requestSamples(request, wordsOf(locale, ['home']).home.demo.comment),
    answer,
  }
}

export type DemoBars = Partial<Record<DemoCode, Bar[]>>

/** The last daily bars of demo instruments. Missing where there are none, or where the history store does not answer. */
export async function demoBars(ctx: Platform, codes: readonly DemoCode[]): Promise<DemoBars> {
  try {
    const found = await Promise.all(codes.map((code) => demoInstrumentOf(ctx, code)))
    const instruments = found.filter((instrument) => instrument !== null)
    const days = await readNewestDays(ctx, instruments, barsShown)
    return Object.fromEntries(
      codes.flatMap((code, at) => {
        const bars = days.get(found[at]?.id ?? 0) ?? []
        return bars.length > 0 ? [[code, bars]] : []
      }),
    )
  } catch (cause) {
    ctx.log.warn('bars of the demo instruments could not be read', { cause })
    return {}
  }
}

export function demoInstrumentOf(ctx: Platform, code: DemoCode) {
  const { class: assetClass, region } = demoInstrument(code)
  return findInstrument(ctx, { class: assetClass, region, code })
}

export const demoCodes: readonly DemoCode[] = demoInstruments.map(({ code }) => code)
