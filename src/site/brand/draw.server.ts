import { createCanvas, type Image, type SKRSContext2D } from '@napi-rs/canvas'
import { wordmarkHeight } from '#src/contract/brand/wordmark.ts'
import { languages } from '#src/contract/locale.ts'
import { shareImageSize } from '#src/contract/site.ts'
import type { Brand } from '#src/platform/brand/brand.ts'
import { imageOf } from '#src/platform/brand/draw-picture.ts'
import type { Card } from './cards.server.ts'
import { openFonts } from './fonts.server.ts'
import { linesOf } from './lines.server.ts'

const { width, height } = shareImageSize
const colour = {
  paper: '#fafaf6',
  tape: '#fff',
  ink: '#14161a',
  muted: '#4d535c',
  hair: '#dddcd3',
  hole: '#d5d4c9',
}
const margin = 72
const tapeTop = height - 84
const titleBottom = tapeTop - 40
const lineHeight = 1.14
/** Metrics of Plex Sans, in em. */
const [ascent, descent] = [1.025, 0.275]

/** Draws cards as PNG: the brand, a short line above the title, the title, and a tape with bars along the bottom. */
export function cardPainter(): (card: Card, brand: Brand) => Promise<Buffer> {
  const fonts = openFonts()
  return async ({ kick, title, locale }, brand) => {
    const { accent } = brand.colours.light
    const canvas = createCanvas(width, height)
    const ctx = canvas.getContext('2d')
    fill(ctx, colour.paper, [0, 0, width, height])
    await drawBrand(ctx, brand, `600 34px ${fonts.mono}, ${fonts.sans(brand.name, locale)}`)
    const isLatin = languages[locale].han === null
    const size = isLatin ? 68 : 62
    const style = { font: `600 ${size}px ${fonts.sans(title, locale)}`, spacing: isLatin ? -0.028 * size : 0 }
    const lines = linesOf(title, 15 * size, (text) => widthOf(ctx, { ...style, text }))
    lines.forEach((text, index) => {
      const bottom = titleBottom - (lines.length - 1 - index) * size * lineHeight
      write(ctx, { ...style, text, x: margin, y: bottom - ((lineHeight - ascent - descent) / 2 + descent) * size })
    })
    const kickBottom = titleBottom - lines.length * size * lineHeight - 14
    const kickFont = `500 26px ${fonts.sans(kick, locale)}`
    write(ctx, { text: kick, font: kickFont, spacing: 0, x: margin, y: kickBottom - 26 * descent, ink: colour.muted })
    drawTape(ctx, accent)
    return canvas.encode('png')
  }
}

type Writing = { text: string; font: string; spacing: number }

function widthOf(ctx: SKRSContext2D, { text, font, spacing }: Writing): number {
  ctx.font = font
  ctx.letterSpacing = `${spacing}px`
  return ctx.measureText(text).width
}

function write(ctx: SKRSContext2D, writing: Writing & { x: number; y: number; ink?: string }): void {
  ctx.font = writing.font
  ctx.letterSpacing = `${writing.spacing}px`
  ctx.fillStyle = writing.ink ?? colour.ink
  ctx.fillText(writing.text, writing.x, writing.y)
}

function fill(ctx: SKRSContext2D, style: string, [x, y, w, h]: [x: number, y: number, w: number, h: number]): void {
  ctx.fillStyle = style
  ctx.fillRect(x, y, w, h)
}

function dot(ctx: SKRSContext2D, x: number, y: number, radius: number): void {
  ctx.beginPath()
  ctx.arc(x, y, radius, 0, 2 * Math.PI)
  ctx.fill()
}

/** The height of the icon and of the usual wordmark, and the baseline of the name, in pixels. */
const [markHeight, nameLine] = [52, 107]

/** Draws the wordmark. Without a wordmark, draws the icon or the built-in mark, with the name beside it. */
async function drawBrand(ctx: SKRSContext2D, brand: Brand, font: string): Promise<void> {
  const name = { text: brand.name, font, spacing: -0.68, y: nameLine }
  if (brand.wordmark !== null) {
    const height = wordmarkHeight(brand.wordmarkRatio ?? 1, markHeight)
    return drawFitting(ctx, await imageOf(brand.wordmark, height * 3), height)
  }
  if (brand.icon === null) drawMark(ctx, brand.colours.light.accent)
  else drawFitting(ctx, await imageOf(brand.icon, markHeight), markHeight)
  write(ctx, { ...name, x: margin + (brand.icon === null ? 78 : markHeight + 16) })
}

function drawFitting(ctx: SKRSContext2D, image: Image, height: number): void {
  ctx.drawImage(image, margin, margin - (height - 44) / 2, (height * image.width) / image.height, height)
}

/** Draws the built-in mark of the header (`src/site/frame/header/mark.server.tsx`), twice as large. */
function drawMark(ctx: SKRSContext2D, accent: string): void {
  ctx.save()
  ctx.translate(margin, margin)
  ctx.scale(2, 2)
  ctx.strokeStyle = colour.ink
  ctx.lineWidth = 1.5
  ctx.beginPath()
  ctx.roundRect(0.75, 0.75, 28.5, 20.5, 2.5)
  ctx.stroke()
  ctx.fillStyle = colour.ink
  for (const x of [7, 15, 23]) dot(ctx, x, 6.2, 1.5)
  fill(ctx, colour.ink, [4.5, 11, 5, 6.5])
  fill(ctx, colour.ink, [12.5, 13.5, 5, 4])
  fill(ctx, accent, [20.5, 9.5, 5, 8])
  ctx.restore()
}

function drawTape(ctx: SKRSContext2D, accent: string): void {
  fill(ctx, colour.tape, [0, tapeTop, width, height - tapeTop])
  fill(ctx, colour.hair, [0, tapeTop, width, 2])
  ctx.fillStyle = colour.hole
  for (let x = 14; x < width; x += 28) dot(ctx, x, tapeTop + 16, 4)
  const [count, barWidth, bottom] = [40, 12, height - 20]
  const step = (width - 2 * margin - barWidth) / (count - 1)
  for (let bar = 0; bar < count; bar += 1) {
    const tall = Math.round((30 + Math.round(60 * Math.abs(Math.sin(bar * 0.7) * Math.cos(bar * 0.23)))) / 2)
    const style = bar === count - 1 ? accent : colour.ink
    fill(ctx, style, [Math.round(margin + bar * step), bottom - tall, barWidth, tall])
  }
}
