// `npm run build` runs this, and `npm start` after a change. It bundles the product's modules, because a thousand files
// take twice as long to load, and fills the cache of compiled code.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build } from 'vite'
import { bundleList, cacheCompiledCode, sourceOf } from '../src/start-program.mjs'

const programs = [
  'src/run.ts',
  'src/cli/command-line.ts',
  'src/roles/processes/import-process.ts',
  'src/roles/restore/rehearsal-process.ts',
]
// Packages of many modules without native code.
const bundled = ['@hono/node-server', '@noble/curves', '@noble/hashes', '@scure/base', '@scure/bip32', 'altcha-lib']
bundled.push('hono', 'hyparquet', 'hyparquet-writer', 'jose', 'kysely', 'smol-toml', 'trading-signals', 'zod')

// The bundle before this one stays, since running processes still load parts of it.
const before = existsSync(bundleList) ? JSON.parse(readFileSync(bundleList, 'utf8')).folder : null
const folder = before === 'a' ? 'b' : 'a'
const outDir = join(bundleList, '..', folder)
const began = Date.now()
const { output } = await build({
  configFile: false,
  logLevel: 'error',
  ssr: { noExternal: bundled },
  build: {
    ssr: true,
    outDir,
    minify: false,
    target: 'esnext',
    copyPublicDir: false,
    rolldownOptions: {
      input: programs,
      // Both `false`: otherwise calls whose results are unused are removed, such as a decodeURIComponent as a check.
      treeshake: false,
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js', minify: false },
    },
  },
})
const chunks = output.filter(({ type }) => type === 'chunk')
const modules = chunks.flatMap(({ moduleIds }) => moduleIds).map((id) => relative(process.cwd(), id))
const files = modules.filter((path) => /^(src|sdk)\//.test(path)).concat('node_modules/.package-lock.json')
const sources = [...new Set(files)].map(sourceOf)
const changed = sources.find(([, mtimeMs]) => mtimeMs > began)
if (changed)
  throw new Error(`${changed[0]} changed during the build, so the bundle may be out of date. Run this again.`)
writeFileSync(`${bundleList}.new`, JSON.stringify({ folder, sources }))
renameSync(`${bundleList}.new`, bundleList)

cacheCompiledCode()
for (const { fileName } of chunks) await import(join(outDir, fileName))
for (const file of ['../build/server/index.js', '../src/accounts/factors/hash-worker.ts']) await import(file)
process.exit()
