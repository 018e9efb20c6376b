import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The part of a build's manifest that names the files of each route and of the entry. */
type Manifest = { entry: Files; routes: Record<string, Files & { parentId?: string }> }
type Files = { module: string; imports?: string[] }

/** The limit for all JavaScript of a public page with gzip: entry, frame and page. */
const pageBytesMax = 75_000
const pages = [
  'home',
  'pricing',
  'products/stocks',
  'contact',
  'blog',
  'blog/*',
  'docs',
  'docs/*',
  'faq',
  'terms',
  'not-found',
].map((page) => `en-US:${page}`)

/** Fails the build with a sentence if a public page would send more JavaScript than this. */
export async function checkScriptWeight(folder: string): Promise<void> {
  const { page, bytes } = await heaviestPage(folder)
  const figures = `${bytes.toLocaleString('en-US')} bytes of JavaScript (gzip, at most ${pageBytesMax.toLocaleString('en-US')})`
  if (bytes > pageBytesMax) throw new Error(`The page ${page} sends ${figures}. Take something out of it.`)
  console.log(`The heaviest public page, ${page}, sends ${figures}.`)
}

/** The public page with the most JavaScript, in bytes with gzip. `folder`: of the built site. */
export async function heaviestPage(folder: string): Promise<{ page: string; bytes: number }> {
  const weights = await Promise.all(pages.map(async (page) => ({ page, bytes: await pageWeight(folder, page) })))
  return weights.reduce((a, b) => (a.bytes > b.bytes ? a : b))
}

/** Bytes, with gzip, of all scripts that a page loads. */
export async function pageWeight(folder: string, id: string): Promise<number> {
  return weightOf(folder, filesOf(await readManifest(folder), id))
}

/** The files that a page loads, each once: entry, layouts and the page itself. */
export function filesOf({ entry, routes }: Manifest, id: string): Set<string> {
  const files = new Set([entry.module, ...(entry.imports ?? [])])
  for (let at: string | undefined = id; at !== undefined; at = routes[at]?.parentId) {
    const route = routes[at]
    if (!route) throw new Error(`The build has no route ${at}.`)
    for (const file of [route.module, ...(route.imports ?? [])]) files.add(file)
  }
  return files
}

async function weightOf(folder: string, files: ReadonlySet<string>): Promise<number> {
  const sizes = await Promise.all([...files].map(async (file) => (await stat(join(folder, `${file}.gz`))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function readManifest(folder: string): Promise<Manifest> {
  const name = (await readdir(join(folder, 'assets'))).find((file) => /^manifest-.*\.js$/.test(file))
  const text = await readFile(join(folder, 'assets', name ?? ''), 'utf8')
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
}
