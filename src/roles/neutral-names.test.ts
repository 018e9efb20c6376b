import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { browserStorage, cookies } from '#src/contract/privacy/browser-data.ts'
import { demoKey } from '#src/contract/site.ts'
import { newSecret } from '#src/keys/key/secret.ts'
import { cryptoRandom } from '#src/platform/random.ts'
import { signedHeaders } from '#src/platform/webhooks/signature.ts'

/** Folders with names on which a customer's program depends. A new name of the provider must not break the program. */
const folders = ['sdk/typescript', 'sdk/python', 'sdk/go', 'sdk/mcp', 'content/samples', 'content/en-US/docs']

test('no client library, sample or documentation page for customers contains the name of the product', () => {
  for (const folder of folders)
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (entry.isFile()) expect(readFileSync(path, 'utf8').toLowerCase().includes('tapewire'), path).toBe(false)
    }
})

test('the documentation lists the names that every brand shares, and no cookie or browser storage is named after the product', () => {
  const page = readFileSync('content/en-US/docs/names.md', 'utf8')
  const { 'content-type': _, 'user-agent': agent = '', ...headers } = signedHeaders(['whsec_AA=='], 'id', 0, '')
  const names = [...Object.keys(headers), agent, demoKey, newSecret(cryptoRandom).slice(0, 'tw_live_'.length)]
  for (const name of names) expect(page).toContain(`\`${name}\``)
  expect(page).toContain('{{cookies}}')
  for (const name of [...Object.keys(cookies), ...Object.keys(browserStorage)]) expect(name).not.toMatch(/tapewire/i)
})
