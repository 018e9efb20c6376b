import { Stream } from '#sdk/typescript/stream.ts'
import { demoKey } from '#src/contract/site.ts'
import { demoSymbols, type Figure } from './showcase.ts'

/** Subscribes to all demo instruments on one socket. */
export function openDemoStream(apiUrl: string, receive: (code: string, figure: Figure) => void): { close(): void } {
  const stream = new Stream({ apiUrl, key: demoKey })
  stream.on('quote', ({ symbol, ld, p, chp, l, h, t }) =>
    receive(codeOf(symbol), { last: ld, previousClose: p, changePercent: chp, low: l, high: h, time: t }),
  )
  stream.subscribe(demoSymbols, ['quote'])
  return stream
}

/** `stock:AAPL$US` → `AAPL`. */
function codeOf(symbol: string): string {
  return symbol.replace(/^\w+:/, '').replace(/\$.*$/, '')
}
