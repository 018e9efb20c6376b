import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { circles, crowdedFolders, folderImports, importsOf, leavesItsModule, productFiles } from './import-graph.ts'
import { hasStraySql, mayLoadSqlText } from './sql-files.ts'

const forbidden: [file: string, specifier: string][] = [
  ['src/contract/a.ts', '#src/platform/log/log.ts'],
  ['src/locales/a.ts', '#src/accounts/people.ts'],
  ['src/platform/a.ts', '#src/main.mjs'],
  ['src/platform/b.ts', '#src/roles/config.ts'],
  ['src/accounts/a.ts', '#src/keys/keys.ts'],
  ['src/plans/a.ts', '#src/accounts/people.ts'],
  ['src/staff/a.ts', '#src/keys/keys.ts'],
  ['src/staff/b.ts', '#src/accounts/account/store.ts'],
  ['src/accounts/b.ts', '#src/staff/staff.ts'],
  ['src/staff/c.ts', '#src/support/tickets.ts'],
  ['src/announcements/a.ts', '#src/billing/orders.ts'],
  ['src/status/a.ts', '#src/usage/usage.ts'],
  ['src/overview/e.ts', '#src/status/follow.ts'],
  ['src/keys/d.ts', '#src/announcements/follow.ts'],
  ['src/content/a.ts', '#src/site/settings.ts'],
  ['src/plans/b.ts', '#src/content/own-texts.ts'],
  ['src/support/a.ts', '#src/keys/keys.ts'],
  ['src/support/b.ts', '#src/staff/store.ts'],
  ['src/audit/a.ts', '#src/billing/orders.ts'],
  ['src/customers/a.ts', '#src/accounts/account/store.ts'],
  ['src/billing/c.ts', '#src/customers/suspend.ts'],
  ['src/overview/a.ts', '#src/gateway/board.ts'],
  ['src/overview/b.ts', '#src/keys/key/store.ts'],
  ['src/keys/o.ts', '#src/overview/needs.ts'],
  ['src/platform/c.ts', '#src/audit/chain.ts'],
  ['src/layouts/a.ts', '#src/keys/keys.ts'],
  ['src/layouts/b.ts', '#src/accounts/account/store.ts'],
  ['src/alerts/a.ts', '#src/billing/orders.ts'],
  ['src/feed/alerts.ts', '#src/alerts/alerts.ts'],
  ['src/watchlists/a.ts', '#src/layouts/layouts.ts'],
  ['src/keys/a.ts', '#src/accounts/account/store.ts'],
  ['src/keys/b.ts', '#src/billing/orders.ts'],
  ['src/keys/c.ts', '#src/usage/usage.ts'],
  ['src/billing/a.ts', '#src/site/root.tsx'],
  ['src/keys/settings.ts', '#src/keys/keys.ts'],
  ['src/market/settings.ts', './instruments/instrument.ts'],
  ['src/usage/a.ts', '#src/gateway/board.ts'],
  ['src/usage/b.ts', '#src/keys/key/store.ts'],
  ['src/market/a.ts', '#src/keys/keys.ts'],
  ['src/billing/b.ts', '#src/privacy/records.ts'],
  ['src/privacy/a.ts', '#src/roles/site.ts'],
  ['src/gateway/rest/a.ts', '#src/site/root.tsx'],
  ['src/feed/sources/a.ts', '#src/gateway/board.ts'],
  ['src/feed/sources/b.ts', '#sdk/typescript/stream.ts'],
  ['src/roles/a.ts', '#src/main.mjs'],
  ['src/roles/b.ts', '#sdk/typescript/tapewire.ts'],
  ['src/site/chart/a.ts', '#src/platform/clock.ts'],
  ['src/site/pages/a.tsx', '#src/keys/keys.ts'],
  ['src/site/pages/b.server.ts', '#src/gateway/board.ts'],
  ['src/site/pages/c.server.ts', '#src/keys/keys.ts'],
  ['src/site/pages/d.server.ts', '#src/billing/orders.ts'],
  ['src/site/page/e.server.ts', '#src/accounts/sessions/sessions.ts'],
  ['src/site/page/f.server.ts', '#src/usage/usage.ts'],
  ['sdk/a.ts', '#src/market/bars/bars.ts'],
]
const allowed: [file: string, specifier: string][] = [
  ['src/feed/sources/ok.ts', '#sdk/typescript/index.ts'],
  ['src/accounts/ok.ts', '#src/platform/log/log.ts'],
  ['src/accounts/settings.ts', '#src/platform/setting.ts'],
  ['src/site/settings.ts', '#src/platform/setting.ts'],
  ['src/keys/ok.ts', '#src/accounts/sessions/sessions.ts'],
  ['src/billing/ok.ts', '#src/staff/require-staff.ts'],
  ['src/layouts/ok.ts', '#src/accounts/account/own-account.ts'],
  ['src/alerts/ok.ts', '#src/market/tape.ts'],
  ['src/watchlists/ok.ts', '#src/accounts/account/own-account.ts'],
  ['src/usage/ok.ts', '#src/keys/keys.ts'],
  ['src/gateway/stream/ok.ts', '#src/usage/usage.ts'],
  ['src/gateway/rest/ok.ts', '#src/market/bars/bars.ts'],
  ['src/customers/ok.ts', '#src/usage/sockets.ts'],
  ['src/overview/ok.ts', '#src/market/tape.ts'],
  ['src/audit/ok.ts', '#src/staff/require-staff.ts'],
  ['src/support/ok.ts', '#src/staff/require-staff.ts'],
  ['src/support/look.ts', '#src/audit/customer-view.ts'],
  ['src/billing/look.ts', '#src/audit/customer-view.ts'],
  ['src/privacy/ok.ts', '#src/billing/personal-data.ts'],
  ['src/roles/ok.ts', '#src/gateway/board.ts'],
  ['src/site/pages/ok.tsx', '#src/contract/market.ts'],
  ['src/site/pages/sdk-ok.tsx', '#sdk/typescript/tapewire.ts'],
  ['src/site/pages/ok.server.ts', '#src/plans/name.ts'],
  ['sdk/ok.ts', '#src/contract/market.ts'],
]

test('Biome refuses an import against an arrow of the house and allows one along it', async () => {
  const project = mkdtempSync(join(tmpdir(), 'arrows-'))
  try {
    const config = JSON.parse(readFileSync('biome.json', 'utf8'))
    writeFileSync(
      join(project, 'biome.json'),
      JSON.stringify({ ...config, $schema: undefined, vcs: { enabled: false } }),
    )
    for (const [file, specifier] of [...forbidden, ...allowed]) {
      mkdirSync(dirname(join(project, file)), { recursive: true })
      writeFileSync(join(project, file), `import { a } from '${specifier}'\n\nexport const b = a\n`)
    }
    const caught = await filesCaught(project)
    expect([...caught].sort()).toEqual(forbidden.map(([file]) => file).sort())
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
})

const files = productFiles()
const imports = files.flatMap(({ file, text }) => importsOf(file, text))

test('no files import each other in a circle', () => {
  expect(circles(imports)).toEqual([])
})

test('no folders import each other in a circle', () => {
  expect(circles(folderImports(imports))).toEqual([])
})

test('an import from another part of the house is an absolute path', () => {
  expect(imports.filter(leavesItsModule)).toEqual([])
})

/** These two run on the server only, so they may load schemas. */
const readSchemas = ['src/site/server/content-policy.ts', 'src/site/server/site-server.ts']

test('browser code imports modules with schemas as types only', () => {
  const schemas = new Set(imports.filter(({ to }) => /^zod$|setting-schemas/.test(to)).map(({ from }) => from))
  const loads = imports.filter((one) => isBrowserCode(one.from) && schemas.has(one.to) && !one.typeOnly)
  expect(loads.map(({ from }) => from).filter((file) => !readSchemas.includes(file))).toEqual([])
})

test('only stores hold SQL, and only they load statements kept as text', () => {
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
])('%s outside a store is found', (_what, planted) => {
  expect(hasStraySql('src/keys/verbs.ts', planted)).toBe(true)
  expect(hasStraySql('src/keys/key-store.ts', planted)).toBe(false)
  expect(hasStraySql('src/keys/restore.ts', planted)).toBe(true)
})

test('a file of statements as text is no store', () => {
  expect(hasStraySql('src/keys/key-sql.ts', 'export const newest = `SELECT time FROM bars`\n')).toBe(false)
  expect(hasStraySql('src/keys/key-sql.ts', 'await clickhouse.query(newest)\n')).toBe(true)
})

test('words, comments and types about stores are no SQL', () => {
  const harmless =
    "import type { Kysely } from 'kysely'\n// select * from keys\nconst words = 'Select a plan, then pay'\n"
  expect(hasStraySql('src/keys/verbs.ts', harmless)).toBe(false)
})

/** Peers that no subject divides: ARCHITECTURE.md says why. */
const peers = /^src\/(locales\/[^/]+|contract\/account)$/

test('a folder holds at most 12 files beside its tests', () => {
  const crowded = crowdedFolders(files.map(({ file }) => file))
  expect(crowded.filter((folder) => !peers.test(folder))).toEqual([])
  const planted = Array.from({ length: 13 }, (_, n) => `src/keys/file-${n}.ts`)
  expect(crowdedFolders([...planted, ...planted.slice(1).map((file) => file.replace('keys', 'usage'))])).toEqual([
    'src/keys',
  ])
})

test('planted circles, climbs and type imports are found', () => {
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
