import { type BarEvent, type DepthLevel, intervals, type MarketEvent } from '#src/contract/market.ts'
import type { CloseFrame, GapFrame, HeartbeatFrame, ReplyFrame } from '#src/contract/stream.ts'

/** The code and region as one client wrote them; frames echo these. */
export type Echo = { code: string; region: string }

/**
 * The text of one event for one way of writing its symbol. Written out by hand because this runs once per event and form:
 * numbers are finite (the feed checks) and echoes are plain ASCII (subscribe checks), so templates equal JSON.stringify.
 */
export function eventText(event: MarketEvent, seq: number, echo: Echo, skipped = 0): string {
  const { code, region } = echo
  const more = skipped === 0 ? '' : `,"skipped":${skipped}`
  switch (event.type) {
    case 'tick':
      return `{"code":1,"data":{"s":"${code}","r":"${region}","ld":${event.price},"v":${event.volume},"t":${event.time},"d":${event.side},"te":${event.session},"type":"tick","seq":${seq}}}`
    case 'quote':
      return `{"code":1,"data":{"s":"${code}","r":"${region}","ld":${event.last},"o":${event.open},"h":${event.high},"l":${event.low},"p":${event.previousClose},"t":${event.time},"v":${event.volume},"tu":${event.turnover},"ts":${event.tradingStatus},"ch":${event.change},"chp":${event.changePercent},"type":"quote","seq":${seq}${more}}}`
    case 'depth':
      return `{"code":1,"data":{"s":"${code}$${region}","r":"${region}","a":[${levels(event.asks)}],"b":[${levels(event.bids)}],"type":"depth","seq":${seq}${more}}}`
    case 'bar':
      return barText(event, seq, echo, skipped)
  }
}

/** A bar of any interval, as `kline@N`. */
export function barText(bar: BarEvent, seq: number, echo: Echo, skipped = 0): string {
  const more = skipped === 0 ? '' : `,"skipped":${skipped}`
  return `{"code":1,"data":{"s":"${echo.code}","r":"${echo.region}","o":${bar.open},"h":${bar.high},"l":${bar.low},"c":${bar.close},"v":${bar.volume},"tu":${bar.turnover},"t":${bar.time},"final":${bar.final},"type":"kline@${intervals.indexOf(bar.interval) + 1}","seq":${seq}${more}}}`
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

export function frameText(frame: ReplyFrame | GapFrame | HeartbeatFrame | CloseFrame): string {
  return JSON.stringify(frame)
}

/**
 * A whole WebSocket text frame (RFC 6455, unmasked, final) as a latin1 string, one character a byte, so that many frames
 * join into one write. The text must be ASCII.
 */
export function asciiFrame(text: string): string {
  const { length } = text
  if (length < 126) return `\x81${String.fromCharCode(length)}${text}`
  if (length < 65_536) return `\x81~${String.fromCharCode(length >> 8, length & 255)}${text}`
  return `\x81\x7f\0\0\0\0${String.fromCharCode((length >>> 24) & 255, (length >> 16) & 255, (length >> 8) & 255, length & 255)}${text}`
}

/** Escapes everything beyond ASCII, so that a translated sentence fits `asciiFrame`; JSON readers see no difference. */
export function asciiJson(text: string): string {
  return text.replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
