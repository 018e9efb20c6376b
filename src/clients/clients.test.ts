import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { clientFile } from './client-file.ts'
import { followClients } from './follow.ts'
import { clientPackagesOf, newestPackage } from './kept-packages.ts'
import { pack } from './pack.ts'
import { publishClients } from './publish.ts'
import { type ClientSource, versionMark } from './source.ts'

const source = (text: string): ClientSource => ({
  version: '0.1',
  files: {
    'package.json': `{"name":"@market-data/client","version":"${versionMark}"}`,
    'dist/index.js': text,
    'README.md': `npm install https://x.example/clients/market-data-client-${versionMark}.tgz`,
  },
})

let ctx: TestPlatform
beforeAll(async () => {
  ctx = await testPlatform()
})
afterAll(() => ctx[Symbol.asyncDispose]())

const get = async (file: string, method = 'GET') => {
  const answer = await clientFile(ctx, new Request(`http://site.example/clients/${file}`, { method }))
  return answer && { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
}

test('a client package contains the provider’s name and the version, and packing the same source again gives identical bytes', () => {
  const { name, bytes } = pack('typescript', source('1'), 'acme', '0.1.7')
  expect(name).toBe('acme-client-0.1.7.tgz')
  const text = gunzipSync(bytes).toString()
  expect(text).toContain('{"name":"@acme/client","version":"0.1.7"}')
  expect(text).toContain('clients/acme-client-0.1.7.tgz')
  expect(text).not.toContain('market-data')
  expect(pack('typescript', source('1'), 'acme', '0.1.7').bytes.equals(bytes)).toBe(true)
})

test('the version of a client package rises with each change, and earlier versions keep their address and bytes', async () => {
  await publishClients(ctx, 'acme', { typescript: source('1') })
  const first = (await get('acme-client-0.1.0.tgz'))?.bytes
  expect(await publishClients(ctx, 'acme', { typescript: source('1') })).toBe(false)
  expect(clientPackagesOf(ctx).packages).toHaveLength(1)
  await publishClients(ctx, 'acme', { typescript: source('2') })
  expect(newestPackage(ctx, 'typescript')?.version).toBe('0.1.1')
  expect((await get('acme-client-0.1.0.tgz'))?.bytes.equals(first ?? Buffer.alloc(0))).toBe(true)
  expect((await get('acme-client-0.1.1.tgz'))?.bytes.equals(first ?? Buffer.alloc(0))).toBe(false)
  // An earlier build is published again under the next version, never under its old version.
  await publishClients(ctx, 'acme', { typescript: source('1') })
  expect(newestPackage(ctx, 'typescript')?.version).toBe('0.1.2')
})

test('client packages published under an earlier name of the provider stay at their addresses', async () => {
  await publishClients(ctx, 'acme-two', { typescript: source('1') })
  expect(newestPackage(ctx, 'typescript')?.file).toBe('acme-two-client-0.1.0.tgz')
  expect((await get('acme-client-0.1.0.tgz'))?.status).toBe(200)
  expect(await get('acme-client-0.1.9.tgz')).toMatchObject({ status: 404 })
  expect(await get('../package.json')).toBeNull()
})

test('client packages that could not be published at the start are published when the database answers again', async () => {
  const root = mkdtempSync(join(tmpdir(), 'tapewire-clients-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(join(root, 'build/clients'), { recursive: true })
  writeFileSync(join(root, 'build/clients/mcp.json'), JSON.stringify(source('4')))
  const rename = (from: string, to: string) => sql.raw(`alter table ${from} rename to ${to}`).execute(ctx.postgres.db)
  await rename('client_package', 'not_there')
  await using _ = await followClients(ctx, root, () => {})
  await rename('not_there', 'client_package')
  await expect
    .poll(async () => {
      await ctx.clock.advance(60_000)
      return newestPackage(ctx, 'mcp')?.version
    })
    .toBe('0.1.0')
})

test('processes that start together publish a changed client package once', async () => {
  const publish = () => publishClients(ctx, 'beta', { typescript: source('3'), go: source('3') })
  await Promise.all([publish(), publish(), publish()])
  const own = clientPackagesOf(ctx).packages.filter(({ slug }) => slug === 'beta')
  expect(own.map(({ file }) => file).sort()).toEqual(['beta-client-0.1.0.tgz', 'beta-client-go-0.1.0.tgz'])
})
