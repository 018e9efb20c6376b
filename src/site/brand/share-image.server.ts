import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locale } from '#src/contract/locale.ts'
import { type Brand, brandOf } from '#src/platform/brand/brand.ts'
import { KeptValue } from '#src/platform/kept.ts'
import type { Platform } from '#src/platform/platform.ts'
import { type Card, cardOf } from './cards.server.ts'

/** The version of the drawing. Increase it with each change of the drawing. */
const drawing = 2
/** When this number of images is stored, all are removed, since most belong to earlier brands and titles. */
const filesMax = 1_000

type Painter = { paint: (card: Card, brand: Brand) => Promise<Buffer>; last: Promise<unknown> }

const painters = new KeptValue<Promise<Painter>>('share images')

/**
 * The share image of a page as PNG, 1200 × 630 px; null for a name without a page. It is drawn unless a drawn image is
 * stored.
 */
export async function drawShareImage(ctx: Platform, locale: Locale, name: string): Promise<Buffer | null> {
  const card = cardOf(ctx, locale, name)
  if (!card) return null
  const brand = brandOf(ctx)
  const folder = join(ctx.settings.dataDir, 'share-images')
  const file = join(folder, `${hashOf(card, brand)}.png`)
  const kept = await readFile(file).catch(() => null)
  if (kept) return kept
  const image = await oneByOne(ctx, async (paint) => (await readFile(file).catch(() => null)) ?? paint(card, brand))
  await keep(ctx, folder, file, image)
  return image
}

/** The image of `drawShareImage`, always drawn and never stored. */
export async function paintShareImage(ctx: Platform, locale: Locale, name: string): Promise<Buffer | null> {
  const card = cardOf(ctx, locale, name)
  return card && oneByOne(ctx, (paint) => paint(card, brandOf(ctx)))
}

/** Draws one image at a time, because each drawing blocks the process for about 30 ms. */
async function oneByOne(ctx: Platform, draw: (paint: Painter['paint']) => Promise<Buffer>): Promise<Buffer> {
  const painter = await painterOf(ctx)
  const drawn = painter.last.then(() => draw(painter.paint))
  painter.last = drawn.catch(() => undefined)
  return drawn
}

function painterOf(ctx: Platform): Promise<Painter> {
  const known =
    painters.of(ctx) ??
    import('./draw.server.ts').then(({ cardPainter }) => ({ paint: cardPainter(), last: Promise.resolve() }))
  painters.set(ctx, known)
  known.catch(() => painters.drop(ctx, known))
  return known
}

function hashOf(card: Card, { version }: Brand): string {
  return createHash('sha256')
    .update(JSON.stringify([drawing, version, card]))
    .digest('hex')
    .slice(0, 32)
}

/** Stores an image. If that fails, the next request draws it again. */
async function keep(ctx: Platform, folder: string, file: string, image: Buffer): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    const names = await readdir(folder)
    if (names.length >= filesMax) for (const name of names) await rm(join(folder, name), { force: true })
    const own = `${file}.${process.pid}`
    await writeFile(own, image)
    await rename(own, file)
  } catch (cause) {
    ctx.log.warn('a share image could not be kept', { cause })
  }
}
