import type { BarEvent, QuoteEvent, TickEvent } from '#src/contract/market.ts'
import { minuteMs } from '#src/contract/time.ts'
import { roundPrice, roundTo, roundTurnover, roundVolume } from '#src/market/bars/bar.ts'

/**
 * The figures of a trading date, which are the fields of a quote. `date`: ms at 00:00 UTC. Trades before and after the
 * regular session change only `time` and `last`, as they are in no bar of the day. `turnover`: NaN for the rest of a day
 * if its beginning is unknown.
 */
export type Figures = {
  date: number
  time: number
  previousClose: number
  open: number
  high: number
  low: number
  last: number
  /** The newest price of the regular session; null: the session has not begun. */
  close: { time: number; price: number } | null
  volume: number
  turnover: number
  /** The time in ms up to which trades are in the figures, because the source sent these figures as a whole. */
  countedTo?: number
  /** The trading status in the source's quote. */
  tradingStatus?: number
  /** The part of the figures that is of the newest minute. `isBar`: a bar, which contains all trades of its minute. */
  minute?: { time: number; volume: number; turnover: number; isBar: boolean }
}

type Step = { time: number; open: number; high: number; low: number; close: number; volume: number; turnover: number }

/** The figures after another bar or trade of the regular session. */
export function rolled(figures: Figures | null, date: number, step: Step): Figures {
  const { time, high, low, close, volume, turnover } = step
  if (figures === null || date !== figures.date || figures.close === null) {
    const previousClose = previousCloseOf(figures, date) ?? step.open
    const closed = { time, price: close }
    return { date, time, previousClose, open: step.open, high, low, last: close, close: closed, volume, turnover }
  }
  return {
    ...figures,
    time,
    last: close,
    close: { time, price: close },
    high: Math.max(figures.high, high),
    low: Math.min(figures.low, low),
    volume: roundVolume(figures.volume + volume),
    turnover: roundTurnover(figures.turnover + turnover),
  }
}

/** The close of the last regular session before `date`; null if it is unknown. */
function previousCloseOf(figures: Figures | null, date: number): number | null {
  if (figures === null) return null
  return date === figures.date ? figures.previousClose : (figures.close?.price ?? figures.previousClose)
}

/**
 * The figures after a trade or bar outside the regular session. Until the session of the date begins, its price is the
 * open, the high and the low, too.
 */
export function afterExtended(figures: Figures | null, date: number, time: number, price: number): Figures {
  if (figures !== null && date < figures.date) return figures
  if (figures === null || date > figures.date) {
    const previousClose = previousCloseOf(figures, date) ?? price
    const prices = { previousClose, open: price, high: price, low: price, last: price, close: null }
    return { date, time, ...prices, volume: 0, turnover: 0 }
  }
  if (time < figures.time) return figures
  if (figures.close !== null) return { ...figures, time, last: price }
  return { ...figures, time, open: price, high: price, low: price, last: price }
}

/** The figures after a minute bar, which replaces the trades of its minute, and an earlier bar of it. */
export function afterBar(figures: Figures | null, date: number, bar: BarEvent): Figures {
  const { time, volume } = bar
  const known = figures?.date === date && figures.minute?.time === time ? figures.minute : { volume: 0, turnover: 0 }
  const turnover = bar.turnover || known.turnover
  const more = { volume: volume - known.volume, turnover: turnover - known.turnover }
  const next = rolled(figures, date, { ...bar, ...more, time: time + minuteMs - 1 })
  return { ...next, minute: { time, volume, turnover, isBar: true } }
}

/**
 * The figures after a trade of the regular session: a new object when a session begins, otherwise the changed `figures`.
 * A late trade does not change the last price.
 */
export function afterTick(figures: Figures | null, date: number, { time, price, volume }: TickEvent): Figures {
  const turnover = price * volume
  const minute = time - (time % minuteMs)
  if (figures?.countedTo !== undefined && time <= figures.countedTo) return figures
  // The figures of an earlier date have ended.
  if (figures !== null && date < figures.date) return figures
  if (figures === null || date > figures.date || figures.close === null) {
    const next = rolled(figures, date, { time, open: price, high: price, low: price, close: price, volume, turnover })
    return { ...next, minute: { time: minute, volume, turnover, isBar: false } }
  }
  if (time >= figures.time) {
    figures.time = time
    figures.last = price
  }
  if (time >= figures.close.time) {
    figures.close.time = time
    figures.close.price = price
  }
  figures.high = Math.max(figures.high, price)
  figures.low = Math.min(figures.low, price)
  const known = figures.minute
  if (known?.isBar && minute <= known.time) return figures
  figures.volume = roundVolume(figures.volume + volume)
  figures.turnover = roundTurnover(figures.turnover + turnover)
  if (known?.time === minute) {
    known.volume += volume
    known.turnover += turnover
  } else if (!known || minute > known.time) figures.minute = { time: minute, volume, turnover, isBar: false }
  return figures
}

/** `tradingStatus`: the status by our instrument. The source's status counts if it is higher. */
export function quoteOf(
  key: string,
  figures: Figures,
  tradingStatus: number,
  source: QuoteEvent['source'],
): QuoteEvent {
  const change = roundPrice(figures.last - figures.previousClose)
  const percent = figures.previousClose === 0 ? 0 : (change / Math.abs(figures.previousClose)) * 100
  return {
    type: 'quote',
    key,
    time: figures.time,
    previousClose: figures.previousClose,
    open: figures.open,
    high: figures.high,
    low: figures.low,
    last: figures.last,
    volume: figures.volume,
    turnover: Number.isNaN(figures.turnover) ? 0 : roundTo(figures.turnover, 2),
    tradingStatus: Math.max(figures.tradingStatus ?? 0, tradingStatus),
    change,
    changePercent: roundTo(percent, 4),
    source,
  }
}
