import type { BarEvent, DepthLevel, MarketEvent, QuoteEvent } from '#src/contract/market.ts'
import type { CloseFrame, GapFrame, HeartbeatFrame, ReplyFrame } from '#src/contract/stream.ts'
import { klineType } from '#src/contract/stream-names.ts'

/** A bar of one second, which only protocols of other vendors have. `trades`: the number of its trades. */
export type SecondEvent = Omit<BarEvent, 'type' | 'interval'> & { type: 'second'; trades: number }
export type StreamEvent = MarketEvent | SecondEvent

export type Quotes = { quote(key: string): QuoteEvent | null }

/** The writers of an instrument's events. Sockets share the written texts if symbol, type and `more` are equal. */
export interface Spelling {
  readonly more: string
  /** The event as ASCII text; empty for an event that these sockets do not receive. */
  text(event: StreamEvent, seq: number, quotes: Quotes): string
  withSkipped(body: string, skipped: number): string
  /** The event as a part of a batched reader's write. */
  element(body: string): Buffer
  /**
   * A writer that has written nothing, for texts that depend on earlier events: live and delayed views have different
   * earlier events.
   */
  renewed?(): Spelling
}

/** A symbol in one client's spelling, as ASCII JSON texts. Our frames repeat this spelling. */
export type Letters = { s: string; pair: string; r: string; more: string }

/** One event in one spelling, shared by all its recipients. */
export type EncodedEvent = {
  conflationKey: string
  /** The symbol and type in this spelling: `AAPL$US:tick`. */
  name: string
  spelling: Spelling
  seq: number
  /** `all`: every event is delivered. `newest`: a newer event replaces an older one. */
  keep: 'all' | 'newest'
  body: string
  /** The event as a list element for batched readers; empty if there are no batched readers. */
  element: Buffer
  /** The event as a separate frame for plain readers; empty if there are no plain readers. */
  frame: Buffer
  at: number
}

/** `assetClass` is sent only on `/stream`, where a code without its class is ambiguous. */
export function spell(code: string, region: string, assetClass: string | null): Letters {
  const json = (text: string): string => asciiJson(JSON.stringify(text))
  const more = assetClass === null ? '' : `,"class":${json(assetClass)}`
  return { s: json(code), pair: json(`${code}$${region}`), r: json(region), more }
}

/**
 * Uses templates instead of JSON.stringify, because the function runs for each event and spelling. The result is the
 * same, since the feed checks numbers.
 */
export function eventText(event: StreamEvent, seq: number, as: Letters): string {
  switch (event.type) {
    case 'tick':
      return `{"code":1,"data":{"s":${as.s},"r":${as.r}${as.more},"ld":${event.price},"v":${event.volume},"t":${event.time},"d":${event.side},"te":${event.session},"type":"tick","seq":${seq}}}`
    case 'quote':
      return `{"code":1,"data":{"s":${as.s},"r":${as.r}${as.more},"ld":${event.last},"o":${event.open},"h":${event.high},"l":${event.low},"p":${event.previousClose},"t":${event.time},"v":${event.volume},"tu":${event.turnover},"ts":${event.tradingStatus},"ch":${event.change},"chp":${event.changePercent},"type":"quote","seq":${seq}}}`
    case 'depth':
      return `{"code":1,"data":{"s":${as.pair},"r":${as.r}${as.more},"a":[${levels(event.asks)}],"b":[${levels(event.bids)}],"type":"depth","seq":${seq}}}`
    case 'bar':
      return `{"code":1,"data":{"s":${as.s},"r":${as.r}${as.more},"o":${event.open},"h":${event.high},"l":${event.low},"c":${event.close},"v":${event.volume},"tu":${event.turnover},"t":${event.time},"final":${event.final},"type":"${klineType(event.interval)}","seq":${seq}}}`
    case 'second':
      return ''
    case 'switch':
      // Changes of the source are only in heartbeats; clients cannot subscribe to them.
      return ''
  }
}

export function withSkipped(body: string, skipped: number): string {
  return skipped === 0 ? body : `${body.slice(0, -2)},"skipped":${skipped}}}`
}

function levels(rows: readonly DepthLevel[]): string {
  let text = ''
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index]
    if (!row) continue
    text += `${index === 0 ? '' : ','}{"po":${index + 1},"p":${row.price},"v":${row.volume},"o":${row.orders}}`
  }
  return text
}

export type ControlFrame = ReplyFrame | GapFrame | HeartbeatFrame | CloseFrame

export function controlText(frame: ControlFrame): string {
  return asciiJson(JSON.stringify(frame))
}

/** A complete WebSocket text frame (RFC 6455: final, unmasked). The text must be ASCII. */
export function asciiFrame(text: string): Buffer {
  const { length } = text
  const head = headBytes(length)
  const frame = Buffer.allocUnsafe(head + length)
  writeHead(frame, length)
  frame.write(text, head, 'latin1')
  return frame
}

export function headBytes(length: number): number {
  return length < 126 ? 2 : length < 65_536 ? 4 : 10
}

export function writeHead(frame: Buffer, length: number): void {
  frame[0] = 0x81
  if (length < 126) frame[1] = length
  else if (length < 65_536) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeUInt32BE(0, 2)
    frame.writeUInt32BE(length, 6)
  }
}

const comma = ','.charCodeAt(0)

/** A text as a list element with a leading comma. The text must be ASCII. */
export function asciiElement(text: string): Buffer {
  const element = Buffer.allocUnsafe(text.length + 1)
  element[0] = comma
  element.write(text, 1, 'latin1')
  return element
}

/** Escapes non-ASCII characters, which `asciiFrame` needs; the JSON value stays the same. */
export function asciiJson(text: string): string {
  return text.replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
