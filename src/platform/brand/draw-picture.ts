import type { Image } from '@napi-rs/canvas'
import { isSvg, pictureBytes } from './picture.ts'

/** A square icon. `ground`: the colour behind the picture. `share`: the picture's part of the icon's width, 0 to 1. */
export type Drawing = { px: number; ground?: string; share?: number }

/** A picture of a brand for drawing. An SVG is laid out `px` wide, so that it is drawn sharply. */
export async function imageOf(picture: string, px: number): Promise<Image> {
  const { loadImage } = await import('@napi-rs/canvas')
  const bytes = pictureBytes(picture)
  return loadImage(isSvg(picture) ? Buffer.from(sized(bytes.toString(), px)) : bytes)
}

export async function drawSquare(picture: string, { px, ground, share = 1 }: Drawing): Promise<Buffer> {
  const { createCanvas } = await import('@napi-rs/canvas')
  const canvas = createCanvas(px, px)
  const context = canvas.getContext('2d')
  if (ground !== undefined) {
    context.fillStyle = ground
    context.fillRect(0, 0, px, px)
  }
  const width = Math.round(px * share)
  const from = (px - width) / 2
  context.imageSmoothingQuality = 'high'
  context.drawImage(await imageOf(picture, width), from, from, width, width)
  return canvas.encode('png')
}

/** Sets the SVG's width to `px`, and its height so that the proportions stay. */
function sized(svg: string, px: number): string {
  return svg.replace(/<svg\b([^>]*)>/, (_, attributes: string) => {
    const number = (name: string) =>
      Number.parseFloat(new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)`).exec(attributes)?.[1] ?? '')
    const box = /\sviewBox\s*=\s*["']([^"']*)/.exec(attributes)?.[1]
    const [width, height] = box
      ? box
          .trim()
          .split(/[\s,]+/)
          .slice(2)
          .map(Number)
      : [number('width'), number('height')]
    const rest = attributes.replaceAll(/\s(?:width|height)\s*=\s*(?:"[^"]*"|'[^']*')/g, '')
    const viewBox = box ? '' : ` viewBox="0 0 ${width} ${height}"`
    return `<svg${rest}${viewBox} width="${px}" height="${(px * (height ?? 1)) / (width ?? 1)}">`
  })
}
