import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { arrows, biomeRules, type Folder, importable } from './arrows.ts'
import { circles, crowdedFolders, folderImports, importsOf, leavesItsModule, productFiles } from './import-graph.ts'
import { hasStraySql, mayLoadSqlText } from './sql-files.ts'

/**
 * Imports that the table of folders does not cover. The rules that limit the imports of browser code, settings, stores
 * and clients must refuse these imports.
 */
const forbidden: [file: string, specifier: string][] = [
  ['src/platform/main.ts', '#src/main.mjs'],
  ['src/staff/store.ts', '#src/accounts/account/store.ts'],
  ['src/gateway/store.ts', '#src/usage/socket-store.ts'],
  ['src/keys/settings.ts', '#src/keys/keys.ts'],
  ['src/market/settings.ts', './instruments/instrument.ts'],
  ['src/feed/sources/rest.ts', '#sdk/typescript/stream.ts'],
  ['src/roles/sdk.ts', '#sdk/typescript/tapewire.ts'],
  ['src/site/chart/clock.ts', '#src/platform/clock.ts'],
  ['src/site/pages/plans.tsx', '#src/plans/plan.ts'],
  ['sdk/bars.ts', '#src/market/bars/bars.ts'],
]
const allowed: [file: string, specifier: string][] = [
  ['src/accounts/settings.ts', '#src/platform/setting.ts'],
  ['src/market/backup.ts', '#src/platform/backup/stores/tables-dump-store.ts'],
  ['src/feed/sources/client.ts', '#sdk/typescript/index.ts'],
  ['src/site/settings.server.ts', '#src/billing/settings.ts'],
  ['src/site/pages/client.tsx', '#sdk/typescript/tapewire.ts'],
  ['src/site/pages/words.tsx', '#src/locales/messages.ts'],
  ['src/site/pages/plans.server.ts', '#src/plans/name.ts'],
  ['sdk/market.ts', '#src/contract/market.ts'],
]

const folders = Object.keys(arrows) as Folder[]
const pairs = folders.flatMap((from) =>
  folders.flatMap((to): [string, string, boolean][] =>
    from === to ? [] : [[`src/${from}/${to}.server.ts`, `#src/${to}/a.ts`, importable(from).includes(to)]],
  ),
)

test('every folder of src except cli is listed in the table of allowed imports', () => {
  const domains = readdirSync('src', { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== 'cli',
  )
  expect([...folders].sort()).toEqual(domains.map(({ name }) => name).sort())
})

test('the import rules of Biome equal the table of allowed imports', () => {
  expect(JSON.parse(readFileSync('tools/arrows.biome.json', 'utf8'))).toEqual(biomeRules())
})

test('Biome refuses an import that the table of allowed imports lacks, and accepts a listed import', async () => {
  const project = mkdtempSync(join(tmpdir(), 'arrows-'))
  try {
    const { $schema: _, ...config } = JSON.parse(readFileSync('biome.json', 'utf8'))
    mkdirSync(join(project, 'tools'))
    writeFileSync(join(project, 'tools/arrows.biome.json'), JSON.stringify(biomeRules()))
    writeFileSync(join(project, 'biome.json'), JSON.stringify({ ...config, vcs: { enabled: false } }))
    for (const [file, specifier] of [...forbidden, ...allowed, ...pairs]) {
      mkdirSync(dirname(join(project, file)), { recursive: true })
      writeFileSync(join(project, file), `import { a } from '${specifier}'\n\nexport const b = a\n`)
    }
    const caught = await filesCaught(project)
    const refused = [...forbidden, ...pairs.filter(([, , isAllowed]) => !isAllowed)]
    expect([...caught].sort()).toEqual(refused.map(([file]) => file).sort())
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
})

const files = productFiles()
const imports = files.flatMap(({ file, text }) => importsOf(file, text))

test('no files import each other in a cycle', () => {
  expect(circles(imports)).toEqual([])
})

test('no product file imports code from the folders lab, test or tools', () => {
  expect(imports.filter(({ to }) => /^(lab|test|tools)\//.test(to))).toEqual([])
})

test('no folders import each other in a cycle', () => {
  expect(circles(folderImports(imports))).toEqual([])
})

test('every relative import stays inside its folder of src', () => {
  expect(imports.filter(leavesItsModule)).toEqual([])
})

/** These two files run only on the server, so they may load schemas. */
const readSchemas = ['src/site/server/content-policy.ts', 'src/site/server/site-server.ts']

test('browser code imports only types from modules with schemas', () => {
  const schemas = new Set(imports.filter(({ to }) => /^zod$|setting-schemas/.test(to)).map(({ from }) => from))
  const loads = imports.filter((one) => isBrowserCode(one.from) && schemas.has(one.to) && !one.typeOnly)
  expect(loads.map(({ from }) => from).filter((file) => !readSchemas.includes(file))).toEqual([])
})

test('only stores and -sql.ts files contain SQL or import -sql.ts files', () => {
  expect(files.filter(({ file, text }) => hasStraySql(file, text)).map(({ file }) => file)).toEqual([])
  const loads = imports.filter(({ to, typeOnly }) => to.endsWith('-sql.ts') && !typeOnly)
  expect(loads.map(({ from }) => from).filter((file) => !mayLoadSqlText(file))).toEqual([])
})

test.each([
  ['a tagged statement', "import { sql } from 'kysely'\nconst rows = sql`select 1`\n"],
  ['a client of its own', "import pg from 'pg'\nconst client = new pg.Client({})\n"],
  ['a built query', "const row = await tx\n  .updateTable('api_key')\n  .execute()\n"],
  ['a read of ClickHouse', 'const [row] = await this.#ctx.clickhouse.query(statement)\n'],
  ['a write to ClickHouse', "await clickhouse.insert('clicks', clicks)\n"],
  ['the text of a query', 'const newest = `SELECT time, close\n  FROM bars`\n'],
  ['the text of a change', 'const text = `\n  delete from orders`\n'],
  ['a condition with a ClickHouse placeholder', "const finer = 'interval <= {interval:UInt8}'\n"],
])('the check for SQL finds %s outside a store', (_what, planted) => {
  expect(hasStraySql('src/keys/verbs.ts', planted)).toBe(true)
  expect(hasStraySql('src/keys/key-store.ts', planted)).toBe(false)
  expect(hasStraySql('src/keys/restore.ts', planted)).toBe(true)
})

test('a file ending in -sql.ts may contain SQL but must not execute it', () => {
  expect(hasStraySql('src/keys/key-sql.ts', 'export const newest = `SELECT time FROM bars`\n')).toBe(false)
  expect(hasStraySql('src/keys/key-sql.ts', 'await clickhouse.query(newest)\n')).toBe(true)
})

test('ordinary words, comments and types about stores do not count as SQL', () => {
  const harmless =
    "import type { Kysely } from 'kysely'\n// select * from keys\nconst words = 'Select a plan, then pay'\n"
  expect(hasStraySql('src/keys/verbs.ts', harmless)).toBe(false)
})

/** Folders with many files of one kind that cannot be grouped by subject; ARCHITECTURE.md gives the reason. */
const peers = /^src\/(locales\/[^/]+|contract\/account)$/

test('a folder has at most 12 files, not counting its tests', () => {
  const crowded = crowdedFolders(files.map(({ file }) => file))
  expect(crowded.filter((folder) => !peers.test(folder))).toEqual([])
  const planted = Array.from({ length: 13 }, (_, n) => `src/keys/file-${n}.ts`)
  expect(crowdedFolders([...planted, ...planted.slice(1).map((file) => file.replace('keys', 'usage'))])).toEqual([
    'src/keys',
  ])
})

test('the checks of imports find planted cycles, relative imports between modules, and type imports', () => {
  const planted = [
    ...importsOf('src/keys/key.ts', "import { a } from './sub/b.ts'\nimport { z } from 'zod'\n"),
    ...importsOf('src/keys/sub/b.ts', "import {\n  c,\n} from '#src/keys/c.ts'\nimport { s } from '../settings.ts'\n"),
    ...importsOf('src/keys/c.ts', "import type { Key } from './key.ts'\nexport { d } from '../plans/d.ts'\n"),
  ]
  expect(circles(planted)).toEqual([['src/keys/c.ts', 'src/keys/key.ts', 'src/keys/sub/b.ts']])
  expect(circles(folderImports(planted))).toEqual([['src/keys', 'src/keys/sub']])
  expect(planted.filter(leavesItsModule).map(({ to }) => to)).toEqual(['src/plans/d.ts'])
  expect(planted.filter(({ typeOnly }) => typeOnly).map(({ to }) => to)).toEqual(['src/keys/key.ts'])
})

function isBrowserCode(file: string): boolean {
  return file.startsWith('src/site/') && !/\.server\.tsx?$|\/settings\.ts$/.test(file)
}

function filesCaught(project: string): Promise<Set<string>> {
  const args = ['lint', '--only=style/noRestrictedImports', '--reporter=github', '--max-diagnostics=none', '.']
  return new Promise((done) => {
    execFile(resolve('node_modules/.bin/biome'), args, { cwd: project }, (_error, stdout, stderr) => {
      const files = [...`${stdout}${stderr}`.matchAll(/file=([^,]+)/g)].map(([, file = '']) =>
        relative(project, resolve(project, file)),
      )
      done(new Set(files))
    })
  })
}
