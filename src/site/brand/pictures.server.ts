import { surfaces } from '#src/contract/brand/accent.ts'
import type { Brand } from '#src/platform/brand/brand.ts'
import { type Drawing, drawSquare } from '#src/platform/brand/draw-picture.ts'

/**
 * The icon of a brand as the `data:` address of an SVG or PNG; without an icon, the built-in mark in the brand's
 * accent.
 */
export function iconOf(brand: Brand): string {
  return brand.icon ?? `data:image/svg+xml;base64,${Buffer.from(builtIn(brand)).toString('base64')}`
}

export function drawIcon(brand: Brand, drawing: Drawing): Promise<Buffer> {
  return drawSquare(iconOf(brand), drawing)
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

/** The built-in mark: a tape with three bars. The last bar has the accent. */
function builtIn({ colours }: Brand): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="${surfaces.ink}"/><g fill="${surfaces.paper}"><circle cx="8" cy="9" r="1.9"/><circle cx="16" cy="9" r="1.9"/><circle cx="24" cy="9" r="1.9"/><path d="M5.5 15h5.5v10H5.5zM13.3 18.5h5.4V25h-5.4z"/></g><path fill="${colours.dark.accent}" d="M21 13h5.5v12H21z"/></svg>`
}
