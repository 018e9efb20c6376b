import type { BarEvent, QuoteEvent, TickEvent } from '#src/contract/market.ts'
import { minuteMs } from '#src/contract/time.ts'
import { roundTo, roundTurnover, roundVolume } from '#src/market/bars/bar.ts'

/**
 * The figures of a session, which are the fields of a quote. `date`: its trading date, ms at 00:00 UTC. `turnover`: NaN
 * for the rest of a day if its beginning is unknown.
 */
export type Figures = {
  date: number
  time: number
  previousClose: number
  open: number
  high: number
  low: number
  last: number
  volume: number
  turnover: number
  /** The time in ms up to which trades are in the figures, because the source sent these figures as a whole. */
  countedTo?: number
  /** The part of the figures that is of the newest minute. `isBar`: a bar, which contains all trades of its minute. */
  minute?: { time: number; volume: number; turnover: number; isBar: boolean }
}

type Step = { time: number; open: number; high: number; low: number; close: number; volume: number; turnover: number }

/** The figures after another bar or trade. On a new trading date, the last price becomes the previous close. */
export function rolled(figures: Figures | null, date: number, step: Step): Figures {
  const { time, high, low, close: last, volume, turnover } = step
  if (figures === null || date !== figures.date) {
    const previousClose = figures?.last ?? step.open
    return { date, time, previousClose, open: step.open, high, low, last, volume, turnover }
  }
  return {
    ...figures,
    time,
    last,
    high: Math.max(figures.high, high),
    low: Math.min(figures.low, low),
    volume: roundVolume(figures.volume + volume),
    turnover: roundTurnover(figures.turnover + turnover),
  }
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
 * The figures after a trade: a new object for a new trading date, otherwise the changed `figures`. A late trade does
 * not change the last price.
 */
export function afterTick(figures: Figures | null, date: number, { time, price, volume }: TickEvent): Figures {
  const turnover = price * volume
  const minute = time - (time % minuteMs)
  if (figures?.countedTo !== undefined && time <= figures.countedTo) return figures
  if (figures === null || date > figures.date) {
    const next = rolled(figures, date, { time, open: price, high: price, low: price, close: price, volume, turnover })
    return { ...next, minute: { time: minute, volume, turnover, isBar: false } }
  }
  // The figures of an earlier date have ended.
  if (date < figures.date) return figures
  if (time >= figures.time) {
    figures.time = time
    figures.last = price
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

/** `decimals`: the decimals of the instrument's price. The change has the same precision. */
export function quoteOf(key: string, figures: Figures, decimals: number, source: QuoteEvent['source']): QuoteEvent {
  const change = roundTo(figures.last - figures.previousClose, decimals)
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
    tradingStatus: 0,
    change,
    changePercent: roundTo(percent, 4),
    source,
  }
}
