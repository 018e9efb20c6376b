import type { Image } from '@napi-rs/canvas'
import { surfaces } from '#src/contract/brand/accent.ts'
import type { Brand } from '#src/platform/brand/brand.ts'
import { isSvg, pictureBytes } from '#src/platform/brand/picture.ts'

/** How a square icon is drawn. `ground`: a colour below it; `share`: the part of the width that it takes. */
type Drawing = { px: number; ground?: string; share?: number }

/** A picture of a brand for drawing. An SVG is laid out `px` wide, so that it is drawn sharply. */
export async function imageOf(picture: string, px: number): Promise<Image> {
  const { loadImage } = await import('@napi-rs/canvas')
  const bytes = pictureBytes(picture)
  return loadImage(isSvg(picture) ? Buffer.from(sized(bytes.toString(), px)) : bytes)
}

/** The icon of a brand as an SVG or PNG; without one, the built-in mark in the brand's accent. */
export function iconOf(brand: Brand): string {
  return brand.icon ?? `data:image/svg+xml;base64,${Buffer.from(builtIn(brand)).toString('base64')}`
}

export async function drawIcon(brand: Brand, { px, ground, share = 1 }: Drawing): Promise<Buffer> {
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
  context.drawImage(await imageOf(iconOf(brand), width), from, from, width, width)
  return canvas.encode('png')
}

/** A PNG as an `.ico` file of one picture. */
export function asIco(png: Buffer, px: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(px, 6)
  head.writeUInt8(px, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

/** The tape with three bars, of which the last has the accent. */
function builtIn({ colours }: Brand): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="${surfaces.ink}"/><g fill="${surfaces.paper}"><circle cx="8" cy="9" r="1.9"/><circle cx="16" cy="9" r="1.9"/><circle cx="24" cy="9" r="1.9"/><path d="M5.5 15h5.5v10H5.5zM13.3 18.5h5.4V25h-5.4z"/></g><path fill="${colours.dark.accent}" d="M21 13h5.5v12H21z"/></svg>`
}

/** The SVG with a width and a height of its root that keep its proportions. */
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
