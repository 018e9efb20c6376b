/**
 * `npm run first-paint` measures the effect of each technique of a fast first paint. It builds the site with all
 * techniques and once without each. Lighthouse loads four pages of every build as a phone on a slow line. The builds
 * alternate, so that other load affects all of them alike. `npm run first-paint -- late-scripts` leaves out only the
 * named techniques; `--rounds 1` runs one round instead of three. Needs an otherwise idle machine.
 */
import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { untilAtRest } from '#test/fixtures/at-rest.ts'
import { freePort } from '#test/fixtures/free-port.ts'
import { spawnProduct, temporaryDataDir } from '#test/fixtures/spawned.ts'
import { weightsOf } from '../tools/script-weight.ts'
import { copied, type Edit, edited, noBudget, techniques } from './first-paint-techniques.ts'
import { measured, startBrowser } from './slow-phone.ts'

const pages = ['/en-US', '/zh-CN', '/en-US/pricing', '/en-US/docs/quick-start']
const runs = 3
/** Requests before a page is measured: a cached page is compressed as small as possible only at its second request. */
const warmUps = 3
const figures = {
  'FCP ms': 'first-contentful-paint',
  'LCP ms': 'largest-contentful-paint',
  'Speed ms': 'speed-index',
  'TBT ms': 'total-blocking-time',
  'TTI ms': 'interactive',
} as const

/** `seen`: for each page, the figures of every load. */
type Variant = { name: string; folder: string; bytes: number; seen: Map<string, number[][]> }

process.exitCode = await main(process.argv.slice(2))

async function main(args: readonly string[]): Promise<number> {
  const at = args.indexOf('--rounds')
  const rounds = at < 0 ? 3 : Number(args[at + 1])
  const named = args.filter((_, index) => at < 0 || (index !== at && index !== at + 1))
  const unknown = named.find((name) => !(name in techniques))
  if (unknown !== undefined || !(Number.isInteger(rounds) && rounds > 0)) {
    process.stderr.write(`Usage: npm run first-paint -- [--rounds 3] ${Object.keys(techniques).join(' ')}\n`)
    return 2
  }
  const left = Object.entries(techniques).filter(([name]) => named.length === 0 || named.includes(name))
  await using folder = await temporaryDataDir()
  const variants = [await build(folder.path, 'everything', [])]
  for (const [name, edit] of left) variants.push(await build(folder.path, `without ${name}`, [edit]))
  const port = await freePort()
  const browser = await startBrowser(port)
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const variant of variants) await measureVariant(variant, join(folder.path, 'data'), port)
  } finally {
    await browser.close()
  }
  for (const page of pages) print(page, variants)
  return 0
}

/** Builds a copy with the edits. The copy uses the project's packages. */
async function build(parent: string, name: string, edits: readonly Edit[]): Promise<Variant> {
  const folder = join(parent, name.replace(' ', '-'))
  await mkdir(join(folder, 'tools'), { recursive: true })
  for (const path of copied) await cp(path, join(folder, path), { recursive: true })
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  for (const edit of [...edits, noBudget]) {
    const file = join(folder, edit.file)
    await writeFile(file, edited(await readFile(file, 'utf8'), edit))
  }
  const builder = join(folder, 'node_modules/.bin/react-router')
  await promisify(execFile)(process.execPath, [builder, 'build', '--logLevel', 'error'], { cwd: folder })
  const weights = await weightsOf(join(folder, 'build/client'))
  const bytes = weights.find(({ page }) => page === 'home')?.gzip ?? 0
  console.log(`${name}: built, the home page sends ${bytes.toLocaleString('en-US')} bytes of JavaScript (gzip)`)
  return { name, folder, bytes, seen: new Map() }
}

async function measureVariant({ name, folder, seen }: Variant, dataDir: string, port: number): Promise<void> {
  await using product = await spawnProduct(dataDir, {}, [], folder)
  await product.ready()
  await untilAtRest(product.child.pid ?? 0)
  for (const page of pages) {
    for (let time = 0; time < warmUps; time += 1)
      await (await fetch(product.site + page, { headers: { 'accept-encoding': 'br' } })).arrayBuffer()
    for (let run = 0; run < runs; run += 1) {
      const { audits } = await measured(product.site + page, port, ['performance'])
      const found = Object.values(figures).map((id) => audits[id]?.numericValue ?? Number.NaN)
      seen.set(page, [...(seen.get(page) ?? []), found])
    }
  }
  console.log(`${name}: measured`)
}

/** Prints medians, with the lowest and highest figure in brackets. A difference within the brackets means nothing. */
function print(page: string, variants: readonly Variant[]): void {
  const names = Object.keys(figures)
  console.log(`\n${page}\n| build | JS bytes of home | ${names.join(' | ')} |\n|---|---|${'---|'.repeat(names.length)}`)
  for (const { name, bytes, seen } of variants) {
    const cells = names.map((_, at) => {
      const sorted = (seen.get(page) ?? []).map((run) => run[at] ?? Number.NaN).sort((a, b) => a - b)
      const [low = 0, middle = 0, high = 0] = [0, Math.floor(sorted.length / 2), sorted.length - 1].map(
        (i) => sorted[i],
      )
      return `${Math.round(middle)} (${Math.round(low)}–${Math.round(high)})`
    })
    console.log(`| ${name} | ${bytes.toLocaleString('en-US')} | ${cells.join(' | ')} |`)
  }
}
