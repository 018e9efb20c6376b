import type { DataOutput } from '#src/contract/data/data.ts'
import { assetClasses } from '#src/contract/market.ts'
import type { ChartInstrument } from './market-source.ts'

type Info = DataOutput<'symbol'>
/** Fields that are missing get default values. */
type SymbolInfo = Pick<Info, 'c' | 'e' | 'r'> & { t: string } & Partial<
    Pick<Info, 'b' | 'd' | 'tz' | 'ps' | 'sb' | 'status' | 'next' | 'locked'>
  >

export function readInfo(ticker: string, info: SymbolInfo): ChartInstrument {
  return {
    ticker,
    class: assetClasses.find((name) => name === info.t) ?? 'stock',
    region: info.r,
    code: info.c,
    name: info.b || info.d || info.c,
    exchange: info.e || (ticker.split(':')[0] ?? ''),
    timezone: info.tz || 'UTC',
    decimals: decimalsOf(info.ps ?? 100),
    regular: regularOf(info.sb ?? []),
    market: info.status ? { status: info.status, next: info.next ?? null } : null,
    locked: info.locked === undefined ? null : { plan: info.locked || null },
  }
}

function decimalsOf(scale: number): number {
  return scale > 1 ? Math.min(10, Math.ceil(Math.log10(scale))) : 0
}

/**
 * Reads sessions such as `0930-1600` or `0930-1130,1300-1500:1234`, from the first open to the last close. Null for
 * other texts and for round-the-clock markets.
 */
function regularOf(sessions: readonly { id: string; session: string }[]): ChartInstrument['regular'] {
  const text = (sessions.find(({ id }) => id === 'regular') ?? sessions[0])?.session ?? ''
  const spans = [...text.matchAll(/(\d{2})(\d{2})-(\d{2})(\d{2})/g)]
  const [first, last] = [spans[0], spans.at(-1)]
  if (!first || !last) return null
  const from = Number(first[1]) * 60 + Number(first[2])
  const to = Number(last[3]) * 60 + Number(last[4])
  return from === to % 1_440 || to - from >= 1_439 ? null : { from, to }
}
