import { useLocale, useTranslations } from 'use-intl'
import type { ChartInstrument } from '../data/market-source.ts'
import type { ChartEngine } from '../engine/chart-engine.ts'
import type { ChartTheme } from '../engine/layers/theme.ts'
import type { ChartState } from '../state/chart-state.ts'

const margin = 16
const headHeight = 56

export function usePicture(
  engine: ChartEngine | null,
  theme: ChartTheme | null,
  instrument: ChartInstrument | null,
  { ticker, interval }: ChartState,
): () => void {
  const locale = useLocale()
  const label = useTranslations('chart.intervalLabels')
  return () => {
    if (!engine || !theme || !instrument) return
    const now = new Date()
    const timestamp = new Intl.DateTimeFormat(locale, {
      dateStyle: 'medium',
      timeStyle: 'short',
      hourCycle: 'h23',
    }).format(now)
    const file = `${ticker.replace(':', '-')}-${interval}-${now.toISOString().slice(0, 10)}.png`
    void savePicture(
      engine.picture(),
      `${ticker}  ${instrument.name}`,
      `${label(interval)} · ${timestamp}`,
      file,
      theme,
    )
  }
}

/**
 * Writes the instrument, the interval and the time above the picture of the canvas, and downloads the result as a PNG
 * file.
 */
async function savePicture(
  url: string,
  title: string,
  detail: string,
  fileName: string,
  theme: ChartTheme,
): Promise<void> {
  const image = new Image()
  image.src = url
  await image.decode()
  const ratio = window.devicePixelRatio || 1
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth
  canvas.height = image.naturalHeight + headHeight * ratio
  const context = canvas.getContext('2d')
  if (!context) return
  context.fillStyle = theme.paper
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, headHeight * ratio)
  context.scale(ratio, ratio)
  context.fillStyle = theme.ink
  context.font = `600 16px ${theme.mono}`
  context.fillText(title, margin, 24)
  context.fillStyle = theme.muted
  context.font = `400 12px ${theme.mono}`
  context.fillText(detail, margin, 44)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) return
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
