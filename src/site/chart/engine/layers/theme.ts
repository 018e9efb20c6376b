import type { DeepPartial, OverlayStyle, Styles } from 'klinecharts'
import type { ChartType, Scale } from '../../state/chart-state.ts'
import type { DrawingStyle } from '../../state/drawings.ts'
import { type ChartLook, usualLook } from '../../state/look.ts'

/** The site's colours for the canvas, as plain values, since a canvas does not resolve CSS variables. */
export type ChartTheme = {
  paper: string
  raised: string
  ink: string
  muted: string
  hair: string
  accent: string
  up: string
  down: string
  mono: string
  lines: readonly string[]
}

/**
 * Line colours, without the accent, which marks the reader's own drawings. Neighbours differ in hue, and each has a
 * contrast of at least 3 to its background.
 */
const darkLines = [
  '#7CC4FF', '#D6A4FF', '#5FD9C4', '#FF9E6B', '#E5E58A', '#F59AC6',
  '#5B8DEF', '#A5E075', '#FF7A7A', '#C9B18B', '#00E5FF', '#B0BEC5',
] // biome-ignore format: a table
const lightLines = [
  '#1E6FD0', '#8A3FD1', '#00796B', '#C2410C', '#6B6B00', '#B0266F',
  '#283593', '#3E7C17', '#B71C1C', '#7A5230', '#00758F', '#546E7A',
] // biome-ignore format: a table

const inks = {
  dark: { raised: '#14171D', ink: '#ECEDEF', muted: '#9AA1AC', lines: darkLines },
  light: { raised: '#FFFFFF', ink: '#14161A', muted: '#4D535C', lines: lightLines },
}

/** The theme in the colours that the reader chose. Text and lines follow the background, so that they can be read. */
export function withLook(theme: ChartTheme, { up, down, background }: ChartLook): ChartTheme {
  const ground = background === null ? null : inks[isDark(background) ? 'dark' : 'light']
  return {
    ...theme,
    ...(ground && background && { ...ground, paper: background, hair: faded(ground.ink, 0.15) }),
    ...(up && { up }),
    ...(down && { down }),
  }
}

function isDark(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128
}

/** Reads the site's colours at the chart's element, so that theme and up-colour preference apply to the canvas. */
export function readTheme(host: Element, dark: boolean): ChartTheme {
  const style = getComputedStyle(host)
  const token = (name: string, fallback: string): string => style.getPropertyValue(name).trim() || fallback
  return {
    paper: token('--paper', dark ? '#0C0E12' : '#FAFAF6'),
    raised: token('--raised', dark ? '#14171D' : '#FFFFFF'),
    ink: token('--ink', dark ? '#ECEDEF' : '#14161A'),
    muted: token('--muted', dark ? '#9AA1AC' : '#4D535C'),
    hair: token('--hair', dark ? '#262A32' : '#DDDCD3'),
    accent: token('--accent', '#FFB31A'),
    up: token('--up', dark ? '#2CC98A' : '#087F4F'),
    down: token('--down', dark ? '#FF6370' : '#C92A36'),
    mono: token('--mono', '"IBM Plex Mono", ui-monospace, monospace'),
    lines: dark ? darkLines : lightLines,
  }
}

const clear = 'rgba(0,0,0,0)'

export function faded(color: string, opacity: number): string {
  const alpha = Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0')
  return /^#[0-9a-f]{6}$/i.test(color) ? `${color}${alpha}` : color
}

const klineTypes: Record<ChartType, NonNullable<Styles['candle']['type']>> = {
  candle: 'candle_solid',
  hollow: 'candle_up_stroke',
  bar: 'ohlc',
  line: 'area',
  area: 'area',
  heikinAshi: 'candle_solid',
}

/**
 * The canvas style for a theme and a chart type. Heikin-Ashi hides the real candles, because its layer draws other
 * candles.
 */
export function stylesOf(
  theme: ChartTheme,
  type: ChartType,
  scale: Scale = 'normal',
  { grid }: Pick<ChartLook, 'grid'> = usualLook,
): DeepPartial<Styles> {
  const { ink, muted, hair, accent, up, down, mono, paper } = theme
  const hidden = type === 'heikinAshi'
  const [rise, fall] = hidden ? [clear, clear] : [up, down]
  const text = { family: mono, size: 12, weight: '400', color: muted }
  const crossLine = { style: 'dashed' as const, dashedValue: [4, 3], size: 1, color: muted }
  const crossText = { ...text, color: paper, backgroundColor: ink, borderColor: ink, borderRadius: 2, borderSize: 0 }
  const axis = { axisLine: { show: true, color: hair }, tickLine: { show: false }, tickText: text }
  return {
    grid: {
      horizontal: { show: grid !== 'none', color: hair, size: 1, style: 'solid' },
      vertical: { show: grid === 'both', color: hair, size: 1, style: 'solid' },
    },
    candle: {
      type: klineTypes[type],
      bar: {
        compareRule: 'current_open',
        upColor: rise,
        downColor: fall,
        noChangeColor: hidden ? clear : muted,
        upBorderColor: rise,
        downBorderColor: fall,
        noChangeBorderColor: hidden ? clear : muted,
        upWickColor: rise,
        downWickColor: fall,
        noChangeWickColor: hidden ? clear : muted,
      },
      area: {
        lineColor: accent,
        lineSize: 2,
        smooth: false,
        value: 'close',
        backgroundColor:
          type === 'line'
            ? clear
            : [
                { offset: 0, color: faded(accent, 0.02) },
                { offset: 1, color: faded(accent, 0.28) },
              ],
        point: { show: false },
      },
      priceMark: {
        // The library labels the highest and lowest price with prices, so the percent axis hides these labels.
        high: { show: scale !== 'percent', color: muted, textFamily: mono, textSize: 11 },
        low: { show: scale !== 'percent', color: muted, textFamily: mono, textSize: 11 },
        last: {
          show: true,
          compareRule: 'previous_close',
          upColor: up,
          downColor: down,
          noChangeColor: muted,
          line: { show: true, style: 'dashed', dashedValue: [2, 3], size: 1 },
          text: {
            show: true,
            family: mono,
            size: 12,
            weight: '500',
            color: paper,
            borderRadius: 2,
            paddingLeft: 4,
            paddingRight: 4,
          },
          extendTexts: [
            {
              show: true,
              position: 'below_price',
              updateInterval: 1000,
              family: mono,
              size: 11,
              weight: '400',
              color: paper,
              borderRadius: 2,
              paddingLeft: 4,
              paddingRight: 4,
              paddingTop: 2,
              paddingBottom: 3,
            },
          ],
        },
      },
      tooltip: { showRule: 'none' },
    },
    indicator: {
      ohlc: { upColor: up, downColor: down, noChangeColor: muted },
      lines: theme.lines.map((color) => ({
        color,
        size: 1.5,
        style: 'solid' as const,
        smooth: false,
        dashedValue: [2, 2],
      })),
      lastValueMark: { show: false },
      tooltip: { showRule: 'none' },
    },
    xAxis: axis,
    yAxis: axis,
    separator: { size: 1, color: hair, activeBackgroundColor: faded(accent, 0.15) },
    crosshair: {
      horizontal: { line: crossLine, text: crossText },
      vertical: { line: crossLine, text: crossText },
    },
    overlay: { ...drawingStyles({}, theme), text: { ...drawingStyles({}, theme).text, family: mono, size: 12 } },
  }
}

const onAccent = '#14161A'

export function drawingStyles({ color, width = 1 }: DrawingStyle, theme: ChartTheme): DeepPartial<OverlayStyle> {
  const own = color === undefined ? theme.accent : lineColor(theme, color)
  const border = faded(own, 0.35)
  const area = { color: faded(own, 0.12), borderColor: own, borderSize: width }
  return {
    point: { color: own, borderColor: border, activeColor: own, activeBorderColor: border },
    line: { color: own, size: width + 0.5 },
    rect: { ...area, style: 'stroke_fill' },
    polygon: area,
    circle: area,
    text: {
      color: color === undefined ? onAccent : theme.paper,
      backgroundColor: own,
      borderColor: own,
      borderRadius: 2,
    },
  }
}

export function lineColor(theme: ChartTheme, index: number): string {
  return theme.lines[index % theme.lines.length] ?? theme.accent
}
