import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Config } from '@react-router/dev/config'
import { shells } from './src/site/browser/shell.ts'
import { manifestOf } from './src/site/shells/shell-build.ts'
import { checkScriptWeight } from './tools/script-weight.ts'

/** Compresses the text files of the browser build once, as small as possible. */
async function precompress(folder: string) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|svg|json|webmanifest|txt)$/.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    const plain = await readFile(file)
    await writeFile(`${file}.br`, brotliCompressSync(plain))
    await writeFile(`${file}.gz`, gzipSync(plain, { level: 9 }))
  }
}

/** Writes the file that open pages poll to learn of a new build. */
async function writeBuildId(folder: string) {
  const names = (await readdir(join(folder, 'assets'))).sort().join()
  const id = createHash('sha256').update(names).digest('hex').slice(0, 12)
  await mkdir(join(folder, 'builds'), { recursive: true })
  await writeFile(join(folder, 'builds/latest.json'), JSON.stringify({ id, timestamp: Date.now() }))
}

/**
 * Writes one route manifest for each shell (a part of the site with its own routes), instead of one manifest with all
 * routes. It omits the fields that are false: the router reads a missing field as false.
 */
async function writeManifests(folder: string) {
  const name = (await readdir(join(folder, 'assets'))).find((file) => /^manifest-.*\.js$/.test(file))
  const [start, whole = '', end] = (await readFile(join(folder, `assets/${name}`), 'utf8')).split(/(\{.*\})/s)
  for (const shell of shells) {
    const manifest = manifestOf(shell, JSON.parse(whole))
    await writeFile(join(folder, manifest.url), start + JSON.stringify(manifest, trueOnly) + end)
  }
  await rm(join(folder, `assets/${name}`))
}

const trueOnly = (_: string, value: unknown) => (value === false ? undefined : value)

export default {
  appDirectory: 'src/site',
  ssr: true,
  // With lazy discovery, anybody could make the server match routes for a list of arbitrary paths.
  routeDiscovery: { mode: 'initial' },
  splitRouteModules: false,
  async buildEnd({ reactRouterConfig }) {
    const client = join(reactRouterConfig.buildDirectory, 'client')
    await writeManifests(client)
    await writeBuildId(client)
    await precompress(client)
    await checkScriptWeight(client)
  },
} satisfies Config
