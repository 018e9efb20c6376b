import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const forbidden: [file: string, specifier: string][] = [
  ['src/contract/a.ts', '#src/platform/log.ts'],
  ['src/locales/a.ts', '#src/accounts/people.ts'],
  ['src/platform/a.ts', '../main.ts'],
  ['src/platform/b.ts', '#src/config.ts'],
  ['src/accounts/a.ts', '../keys/keys.ts'],
  ['src/plans/a.ts', '#src/accounts/people.ts'],
  ['src/keys/a.ts', '#src/accounts/store.ts'],
  ['src/keys/b.ts', '#src/billing/orders.ts'],
  ['src/keys/c.ts', '#src/usage/usage.ts'],
  ['src/billing/a.ts', '#src/site/root.tsx'],
  ['src/usage/a.ts', '#src/gateway/board.ts'],
  ['src/usage/b.ts', '#src/keys/store.ts'],
  ['src/market/a.ts', '#src/keys/keys.ts'],
  ['src/billing/b.ts', '#src/privacy/records.ts'],
  ['src/privacy/a.ts', '#src/roles/site.ts'],
  ['src/gateway/rest/a.ts', '../../site/root.tsx'],
  ['src/feed/sources/a.ts', '#src/gateway/board.ts'],
  ['src/roles/a.ts', '#src/main.ts'],
  ['sdk/a.ts', '#src/market/bars.ts'],
]
const allowed: [file: string, specifier: string][] = [
  ['src/accounts/ok.ts', '#src/platform/log.ts'],
  ['src/keys/ok.ts', '#src/accounts/sessions.ts'],
  ['src/usage/ok.ts', '#src/keys/keys.ts'],
  ['src/gateway/stream/ok.ts', '#src/usage/usage.ts'],
  ['src/gateway/rest/ok.ts', '#src/market/bars.ts'],
  ['src/privacy/ok.ts', '#src/billing/personal-data.ts'],
  ['src/roles/ok.ts', '#src/gateway/board.ts'],
  ['sdk/ok.ts', '#src/contract/market.ts'],
]

test('an import against an arrow of the house is caught, and one along it is not', async () => {
  const house = mkdtempSync(join(tmpdir(), 'arrows-'))
  try {
    const config = JSON.parse(readFileSync('biome.json', 'utf8'))
    writeFileSync(join(house, 'biome.json'), JSON.stringify({ ...config, $schema: undefined, vcs: { enabled: false } }))
    for (const [file, specifier] of [...forbidden, ...allowed]) {
      mkdirSync(dirname(join(house, file)), { recursive: true })
      writeFileSync(join(house, file), `import { a } from '${specifier}'\n\nexport const b = a\n`)
    }
    const caught = await filesCaught(house)
    expect([...caught].sort()).toEqual(forbidden.map(([file]) => file).sort())
  } finally {
    rmSync(house, { recursive: true, force: true })
  }
})

function filesCaught(house: string): Promise<Set<string>> {
  const args = ['lint', '--only=style/noRestrictedImports', '--reporter=github', '--max-diagnostics=none', '.']
  return new Promise((done) => {
    execFile(resolve('node_modules/.bin/biome'), args, { cwd: house }, (_error, stdout, stderr) => {
      const files = [...`${stdout}${stderr}`.matchAll(/file=([^,]+)/g)].map(([, file = '']) =>
        relative(house, resolve(house, file)),
      )
      done(new Set(files))
    })
  })
}
