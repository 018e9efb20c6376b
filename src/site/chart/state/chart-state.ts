import { type IndicatorName, indicators } from '#src/contract/indicators/catalogue.ts'
import { defaultParams } from '#src/contract/indicators/compute.ts'
import type { IndicatorParams, IndicatorSpec } from '#src/contract/indicators/indicator.ts'
import type { BarInterval } from '#src/contract/market.ts'
import { lineColors, moved } from './drawings.ts'
import { type ChartLook, usualLook } from './look.ts'

export const chartTypes = ['candle', 'hollow', 'bar', 'line', 'area', 'heikinAshi'] as const
export type ChartType = (typeof chartTypes)[number]

export const scales = ['normal', 'log', 'percent'] as const
export type Scale = (typeof scales)[number]

/** How prices are adjusted: not at all, for splits, or for splits and dividends. */
export const adjustments = ['none', 'split', 'all'] as const
export type Adjustment = (typeof adjustments)[number]

/**
 * `colors`: each output's index in the theme's line colours. If absent, the colours follow those of earlier indicators.
 */
export type ShownIndicator = {
  id: string
  name: IndicatorName
  params: IndicatorParams
  visible: boolean
  colors?: readonly number[]
}

/** Everything that a layout stores of a chart, except its drawings, which are stored per symbol. */
export type ChartState = {
  ticker: string
  interval: BarInterval
  type: ChartType
  scale: Scale
  /** Whether the price axis grows downwards. */
  inverted: boolean
  /** `exchange`, or the IANA name of a time zone. */
  timezone: string
  adjust: Adjustment
  volume: boolean
  sessions: boolean
  look: ChartLook
  /** Whether the legend shows only its title and figures. */
  folded: boolean
  indicators: readonly ShownIndicator[]
  compare: readonly string[]
}

export const compareMax = 4
export const indicatorsMax = 24

export const initialState: ChartState = {
  ticker: 'NASDAQ:AAPL',
  interval: '1d',
  type: 'candle',
  scale: 'normal',
  inverted: false,
  timezone: 'exchange',
  adjust: 'split',
  volume: true,
  sessions: true,
  look: usualLook,
  folded: false,
  indicators: [],
  compare: [],
}

export type ChartAction =
  | { do: 'open'; ticker: string }
  | { do: 'interval'; interval: BarInterval }
  | { do: 'type'; type: ChartType }
  | { do: 'scale'; scale: Scale }
  | { do: 'invert' }
  | { do: 'resetAxis' }
  | { do: 'timezone'; timezone: string }
  | { do: 'adjust'; adjust: Adjustment }
  | { do: 'volume' }
  | { do: 'sessions' }
  | { do: 'look'; look: Partial<ChartLook> }
  | { do: 'fold' }
  | { do: 'addIndicator'; name: IndicatorName }
  | { do: 'setIndicator'; id: string; params: IndicatorParams; colors: readonly number[] }
  | { do: 'toggleIndicator'; id: string }
  | { do: 'removeIndicator'; id: string }
  /** Moves an indicator up (-1) or down (1) in the legend; the panes follow. */
  | { do: 'moveIndicator'; id: string; by: 1 | -1 }
  | { do: 'addCompare'; ticker: string }
  | { do: 'removeCompare'; ticker: string }

/** Selecting the scale that is already on turns it off, like a toggle button. */
export function chartReducer(state: ChartState, action: ChartAction): ChartState {
  switch (action.do) {
    case 'open':
      return { ...state, ticker: action.ticker, compare: state.compare.filter((ticker) => ticker !== action.ticker) }
    case 'interval':
      return { ...state, interval: action.interval }
    case 'type':
      return { ...state, type: action.type }
    case 'scale':
      return { ...state, scale: state.scale === action.scale ? 'normal' : action.scale }
    case 'invert':
      return { ...state, inverted: !state.inverted }
    case 'resetAxis':
      return { ...state, scale: 'normal', inverted: false }
    case 'timezone':
      return { ...state, timezone: action.timezone }
    case 'adjust':
      return { ...state, adjust: action.adjust }
    case 'volume':
      return { ...state, volume: !state.volume }
    case 'sessions':
      return { ...state, sessions: !state.sessions }
    case 'look':
      return { ...state, look: { ...state.look, ...action.look } }
    case 'fold':
      return { ...state, folded: !state.folded }
    case 'addCompare':
    case 'removeCompare':
      return { ...state, ...compared(state, action) }
    default:
      return { ...state, indicators: indicatorsAfter(state.indicators, action) }
  }
}

function compared(
  { ticker, compare, scale }: ChartState,
  action: Extract<ChartAction, { do: 'addCompare' | 'removeCompare' }>,
): Pick<ChartState, 'compare' | 'scale'> {
  if (action.do === 'removeCompare') {
    const left = compare.filter((other) => other !== action.ticker)
    return { compare: left, scale: left.length === 0 && scale === 'percent' ? 'normal' : scale }
  }
  const refused = action.ticker === ticker || compare.includes(action.ticker) || compare.length >= compareMax
  return refused ? { compare, scale } : { compare: [...compare, action.ticker], scale: 'percent' }
}

function indicatorsAfter(
  shown: readonly ShownIndicator[],
  action: Extract<
    ChartAction,
    { do: 'addIndicator' | 'setIndicator' | 'toggleIndicator' | 'removeIndicator' | 'moveIndicator' }
  >,
): readonly ShownIndicator[] {
  switch (action.do) {
    case 'addIndicator':
      return shown.length >= indicatorsMax ? shown : [...shown, newIndicator(shown, action.name)]
    case 'setIndicator':
      return shown.map((one) => (one.id === action.id ? { ...one, params: action.params, colors: action.colors } : one))
    case 'toggleIndicator':
      return shown.map((one) => (one.id === action.id ? { ...one, visible: !one.visible } : one))
    case 'removeIndicator':
      return shown.filter((one) => one.id !== action.id)
    case 'moveIndicator':
      return moved(shown, action.id, action.by)
  }
}

function newIndicator(shown: readonly ShownIndicator[], name: IndicatorName): ShownIndicator {
  const usedIds = new Set(shown.map((one) => one.id))
  let number = 1
  while (usedIds.has(`${name}-${number}`)) number += 1
  return { id: `${name}-${number}`, name, params: defaultParams(name), visible: true }
}

/**
 * An index in the theme's line colours for each output: the chosen colours, or the colours that follow those of earlier
 * indicators.
 */
export function outputColors(shown: readonly ShownIndicator[], id: string): readonly number[] {
  let next = 0
  for (const one of shown) {
    const spec: IndicatorSpec = indicators[one.name]
    const first = next
    next += spec.outputs.length
    if (one.id === id) return one.colors ?? spec.outputs.map((_, at) => (first + at) % lineColors)
  }
  return []
}

/** The name of a shown indicator in legends and lists: `SMA 20`, `MACD 12 26 9`. */
export function indicatorLabel({ name, params }: Pick<ShownIndicator, 'name' | 'params'>): string {
  const spec: IndicatorSpec = indicators[name]
  const values = spec.params.map((param) => params[param.name]).join(' ')
  return values === '' ? name.toUpperCase() : `${name.toUpperCase()} ${values}`
}
