import type { Platform } from '#src/platform/platform.ts'
import { callDemo, type DemoAnswer } from './demo-call.ts'
import { demoKey, type SampleRequest } from './samples.ts'
import { type DemoCode, demoInstrument, demoInstruments, type ShownBar } from './showcase.ts'

const patienceMs = 1_500
const barsShown = 64

/** The request of the hero: the visitor's command, run by the server for the page as it is sent. */
export function heroRequest(ctx: Platform): SampleRequest {
  return {
    apiUrl: ctx.settings.gateway.apiFreeUrl,
    path: '/stock/kline',
    query: { region: 'US', code: 'AAPL', interval: '1d', limit: '2' },
  }
}

export async function heroAnswer(ctx: Platform): Promise<DemoAnswer | null> {
  return callDemo(heroRequest(ctx), AbortSignal.timeout(patienceMs))
}

export type DemoBars = Partial<Record<DemoCode, ShownBar[]>>

type WireBar = { t: number; o: number; h: number; l: number; c: number }

/** Daily bars of demo instruments, as the gateway gives them to anyone. Missing where it does not answer. */
export async function demoBars(ctx: Platform, codes: readonly DemoCode[]): Promise<DemoBars> {
  const loaded = await Promise.all(codes.map(async (code) => [code, await barsOf(ctx, code)] as const))
  return Object.fromEntries(loaded.filter(([, bars]) => bars !== null))
}

async function barsOf(ctx: Platform, code: DemoCode): Promise<ShownBar[] | null> {
  const { class: assetClass, region } = demoInstrument(code)
  const url = `${ctx.settings.gateway.apiFreeUrl}/${assetClass}/kline?region=${region}&code=${code}&interval=1d&limit=${barsShown}`
  try {
    const response = await fetch(url, { headers: { token: demoKey }, signal: AbortSignal.timeout(patienceMs) })
    if (!response.ok) return null
    const { data }: { data: WireBar[] } = await response.json()
    return data.map(({ t, o, h, l, c }) => ({ time: t, open: o, high: h, low: l, close: c }))
  } catch {
    return null
  }
}

export const demoCodes: readonly DemoCode[] = demoInstruments.map(({ code }) => code)
