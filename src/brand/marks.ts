import { contrast, surfaces } from '#src/contract/brand/accent.ts'
import type { BrandDocument } from '#src/contract/brand/brand.ts'
import { type MarkName, markBytesMax } from '#src/contract/brand/brand-names.ts'
import { type Problem, problemOf } from '#src/contract/errors.ts'
import { isSvg, pictureBytes, pictureSize, type Size } from '#src/platform/brand/picture.ts'
import { svgProblem } from './svg.ts'

type Theme = 'light' | 'dark'

/** Icons are drawn up to 512 px wide; wordmarks are shown 28 px high, on fine screens with three times the pixels. */
const iconPixelsMin = 512
const wordmarkPixelsMin = 84
const pixelsMax = 2_048
/** The widest wordmark, as a multiple of its height: a header on a phone has room for it beside the menu. */
const widthMax = 7
/**
 * The lowest percentage of visible pixels whose contrast to the page is at least `seen`. It is lower for an icon, which
 * has its own background.
 */
const clearMin = { wordmark: 60, icon: 15 } as const
const seen = 3
/** Height at which a picture is drawn to measure its contrast. */
const measuredPx = 48

/** Reasons why a picture, a `data:` address, cannot be used. */
export async function markProblems(name: MarkName, picture: string): Promise<Problem[]> {
  const bytes = pictureBytes(picture)
  const isVector = isSvg(picture)
  if (bytes.length > markBytesMax)
    return [problemOf('picture_large', { size: Math.ceil(bytes.length / 1024), max: markBytesMax / 1024 })]
  const fault = isVector ? svgProblem(bytes.toString()) : null
  if (fault) return [fault]
  const size = pictureSize(picture)
  if (!size) return [problemOf(isVector ? 'picture_broken' : 'picture_kind')]
  const wrong = sizeProblem(name, size, isVector)
  if (wrong) return [wrong]
  return contrastProblems(name, picture, name.endsWith('Dark') ? 'dark' : 'light')
}

/**
 * Reasons why a brand cannot be published. Without a wordmark for dark pages, the wordmark for light pages must be
 * visible on dark pages, too.
 */
export async function brandProblems({ wordmark, wordmarkDark }: BrandDocument): Promise<Problem[]> {
  return wordmark === null || wordmarkDark !== null ? [] : contrastProblems('wordmark', wordmark, 'dark')
}

function sizeProblem(name: MarkName, { width, height }: Size, isVector: boolean): Problem | null {
  const measured = { width: Math.round(width), height: Math.round(height) }
  const wrong = (needed: string) => problemOf('picture_size', { ...measured, needed })
  if (width > pixelsMax || height > pixelsMax) return wrong(`≤ ${pixelsMax} × ${pixelsMax}`)
  if (name.startsWith('icon')) {
    if (Math.abs(width - height) > 0.02 * width) return problemOf('picture_square', measured)
    return !isVector && width < iconPixelsMin ? wrong(`≥ ${iconPixelsMin} × ${iconPixelsMin}`) : null
  }
  if (width > widthMax * height || width < height) return wrong(`1:1 – ${widthMax}:1`)
  return !isVector && height < wordmarkPixelsMin ? wrong(`≥ ${wordmarkPixelsMin} px`) : null
}

async function contrastProblems(name: MarkName, picture: string, theme: Theme): Promise<Problem[]> {
  const paper = theme === 'dark' ? surfaces.darkPaper : surfaces.paper
  const shares = await clearShare(picture, paper)
  if (shares === null) return [problemOf('picture_broken')]
  const needed = clearMin[name.startsWith('icon') ? 'icon' : 'wordmark']
  return shares >= needed ? [] : [problemOf('picture_faint', { share: Math.floor(shares), needed, theme })]
}

/** The percentage of visible pixels with enough contrast to the page; null for a picture without visible pixels. */
async function clearShare(picture: string, paper: string): Promise<number | null> {
  const { createCanvas, loadImage } = await import('@napi-rs/canvas')
  const image = await loadImage(pictureBytes(picture)).catch(() => null)
  if (!image || image.height === 0) return null
  const width = Math.max(1, Math.round((measuredPx * image.width) / image.height))
  const context = createCanvas(width, measuredPx).getContext('2d')
  context.drawImage(image, 0, 0, width, measuredPx)
  const { data } = context.getImageData(0, 0, width, measuredPx)
  const isClear = new Map<string, boolean>()
  let [visible, clear] = [0, 0]
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at + 3] ?? 0) < 128) continue
    const colour = `#${[0, 1, 2].map((channel) => (data[at + channel] ?? 0).toString(16).padStart(2, '0')).join('')}`
    const known = isClear.get(colour) ?? contrast(colour, paper) >= seen
    isClear.set(colour, known)
    visible += 1
    if (known) clear += 1
  }
  return visible === 0 ? null : (100 * clear) / visible
}
