import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The fields of a shell's manifest that name the files of each route, of the entry and of the manifest itself. */
type Manifest = { url: string; entry: Files; routes: Record<string, Files & { parentId?: string }> }
type Files = { module: string; imports?: string[]; clientLoaderModule?: string }

/** The size of all scripts that a page fetches, in bytes: uncompressed, with gzip and with Brotli. */
export type Weight = { page: string; raw: number; gzip: number; brotli: number; files: readonly string[] }

/** The maximum size of all JavaScript of a public page, in bytes with gzip. The playground is a separate program. */
const pageBytesMax = 133_800
const bytesMax: Readonly<Record<string, number>> = { home: 138_800, 'docs/playground': 138_400 }

/** The maximum size of all JavaScript of a page of this kind, in bytes with gzip. */
export const scriptBytesMax = (page: string): number => bytesMax[page] ?? pageBytesMax

/** One page of each public kind: the id of its route and its address below the language. */
export const publicPages: Readonly<Record<string, string>> = {
  home: '',
  pricing: '/pricing',
  'products/stocks': '/products/stocks',
  coverage: '/coverage',
  contact: '/contact',
  docs: '/docs',
  'docs/search': '/docs/search',
  'docs/playground': '/docs/playground',
  'docs/*': '/docs/quick-start',
  'docs/rest/*': '/docs/rest/stock',
  'docs/guides/*': '/docs/guides/reading-a-gap-in-a-stream',
  blog: '/blog',
  privacy: '/privacy',
  terms: '/terms',
  faq: '/faq',
  status: '/status',
  login: '/login',
  'not-found': '/nothing',
}

/** Scripts fetched after mounting, by file name without hash: on all pages, and on the home page for live prices. */
const afterMount = ['version-check']
const afterMountOf: Readonly<Record<string, readonly string[]>> = {
  home: ['demo-stream', 'stream', 'lanes', 'backoff', 'key'],
}

/** Fails the build with a message if a public page would send more JavaScript than its limit. */
export async function checkScriptWeight(folder: string): Promise<void> {
  const weights = await weightsOf(folder)
  for (const { page, gzip, files } of weights) {
    const most = scriptBytesMax(page)
    if (gzip > most)
      throw new Error(
        `The page ${page} sends ${bytes(gzip)} of JavaScript (gzip, at most ${bytes(most)}): ${files.join(', ')}. Take something out of it.`,
      )
  }
  const heaviest = weights.reduce((a, b) => (a.gzip > b.gzip ? a : b))
  console.log(`The heaviest public page, ${heaviest.page}, sends ${bytes(heaviest.gzip)} of JavaScript (gzip).`)
}

const bytes = (count: number) => `${count.toLocaleString('en-US')} bytes`

/** The weights of all public pages of a built site. A browser test proves that a page fetches exactly these files. */
export async function weightsOf(folder: string): Promise<Weight[]> {
  const names = await readdir(join(folder, 'assets'))
  const name = names.find((file) => /^manifest-public-.*\.js$/.test(file))
  const text = await readFile(join(folder, 'assets', name ?? ''), 'utf8')
  const manifest: Manifest = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  const late = (page: string) => {
    const late = [...afterMount, ...(afterMountOf[page] ?? [])]
    return names.filter((file) => late.some((name) => name === /^(.+)-[\w-]{8}\.js$/.exec(file)?.[1]))
  }
  return Promise.all(
    Object.keys(publicPages).map(async (page) => {
      const files = [...new Set([...filesOf(manifest, page), ...late(page).map((file) => `/assets/${file}`)])]
      return { page, files, ...(await sizeOf(folder, files)) }
    }),
  )
}

/** The set of files that a page fetches: manifest, entry, layouts and the page itself. */
function filesOf({ url, entry, routes }: Manifest, id: string): Set<string> {
  const files = new Set([url, entry.module, ...(entry.imports ?? [])])
  for (let at: string | undefined = id; at !== undefined; at = routes[at]?.parentId) {
    const route = routes[at]
    if (!route) throw new Error(`The build has no route ${at}.`)
    const { module, imports = [], clientLoaderModule } = route
    for (const file of [module, ...imports, ...(clientLoaderModule ? [clientLoaderModule] : [])]) files.add(file)
  }
  return files
}

async function sizeOf(folder: string, files: readonly string[]): Promise<Omit<Weight, 'page' | 'files'>> {
  const of = async (suffix: string) => {
    const read = await Promise.all(files.map((file) => readFile(join(folder, file + suffix))))
    return read.reduce((sum, { length }) => sum + length, 0)
  }
  return { raw: await of(''), gzip: await of('.gz'), brotli: await of('.br') }
}
