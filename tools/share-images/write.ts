import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { locales } from '../../src/contract/locale.ts'
import { type Card, cardsOf } from './cards.ts'

const root = join(import.meta.dirname, '../..')
/** Cache of drawn images by a hash of everything that affects their look, so that a build draws only changed ones. */
const kept = join(root, 'node_modules/.cache/share-images')
/** Maximum number of canvases in memory at once, 3 MB each. */
const lanes = 4

/** Writes the share image (1200 × 630 px, PNG) of every page and language. Returns the number of images. */
export async function writeShareImages(folder: string): Promise<number> {
  const cards = locales.flatMap(cardsOf)
  const seed = await drawingHash()
  const names = new Map(cards.map((card) => [card, `${hash([seed, JSON.stringify(card)])}.png`]))
  await mkdir(kept, { recursive: true })
  const missing = cards.filter((card) => !existsSync(join(kept, names.get(card) ?? '')))
  if (missing.length > 0) await drawAll(missing, names)
  for (const [card, name] of names) {
    const file = join(folder, card.locale, `${card.name}.png`)
    await mkdir(dirname(file), { recursive: true })
    await copyFile(join(kept, name), file)
  }
  const wanted = new Set(names.values())
  for (const name of await readdir(kept)) if (!wanted.has(name)) await rm(join(kept, name), { force: true })
  return missing.length
}

async function drawAll(cards: readonly Card[], names: ReadonlyMap<Card, string>): Promise<void> {
  const { cardPainter } = await import('./draw.ts')
  const paint = cardPainter()
  const waiting = cards.values()
  const lane = async () => {
    for (const card of waiting) {
      const file = join(kept, names.get(card) ?? '')
      await writeFile(`${file}.${process.pid}`, await paint(card))
      await rename(`${file}.${process.pid}`, file)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

/** A hash of the drawing code and of the versions of canvas and fonts. */
async function drawingHash(): Promise<string> {
  const files = (await readdir(import.meta.dirname)).filter((name) => !name.endsWith('.test.ts')).sort()
  const texts = files.map((name) => readFile(join(import.meta.dirname, name), 'utf8'))
  const { dependencies, devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const versions = Object.entries<string>({ ...dependencies, ...devDependencies }).filter(([name]) =>
    /canvas|fontsource/.test(name),
  )
  return hash([...(await Promise.all(texts)), JSON.stringify(versions)])
}

function hash(texts: readonly string[]): string {
  const sum = createHash('sha256')
  for (const text of texts) sum.update(text).update('\0')
  return sum.digest('hex').slice(0, 32)
}
