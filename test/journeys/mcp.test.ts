import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { docSlugs } from '#src/contract/operator/content/doc-pages.ts'
import { startProxy } from '#test/fixtures/proxy.ts'
import { type SharedProduct, sharedProduct } from '#test/fixtures/shared-product.ts'
import { packClient } from '../../tools/sdk/packages.ts'

const run = promisify(execFile)
let product: SharedProduct
let folder: string

beforeAll(async () => {
  product = await sharedProduct()
  folder = await mkdtemp(join(tmpdir(), 'market-data-mcp-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

/** Installs the relay from its package into an empty project. */
async function installed(): Promise<string> {
  const file = packClient('mcp', folder)
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', resolve(file)], { cwd: folder })
  return join(folder, 'node_modules/.bin/market-data-mcp')
}

test('an MCP client over stdio gets bars, refusals and documents through the packed relay, in both protocol versions', async () => {
  const command = await installed()
  for (const mode of ['auto', 'legacy'] as const) {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
    const env = {
      ...process.env,
      MARKET_DATA_URL: product.api,
      MARKET_DATA_KEY: 'tw_demo_public',
      MARKET_DATA_LANG: 'zh-CN',
    }
    await client.connect(new StdioClientTransport({ command, env: env as Record<string, string> }))
    const bars = await client.callTool({
      name: 'kline',
      arguments: { class: 'crypto', code: 'btc/usd', interval: '1h', limit: 5 },
    })
    expect(bars._meta?.['market-data/bars']).toMatchObject({ data: { length: 5 }, source: 'simulated' })
    const wrong = await client.callTool({ name: 'quote', arguments: { class: 'stock', code: 'NOPE', region: 'US' } })
    expect(wrong).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('品种代码') }] })
    const { resources } = await client.listResources()
    expect(resources.slice(1).map(({ uri }) => uri)).toEqual(
      docSlugs.map((slug) => `${product.site}/zh-CN/docs/${slug}.md`),
    )
    const [page] = (await client.readResource({ uri: resources[1]?.uri ?? '' })).contents
    expect(page).toMatchObject({ mimeType: 'text/markdown', text: expect.stringMatching(/^# /) })
    await client.close()
  }
  const refused = new Client({ name: 'test', version: '1' })
  const transport = new StdioClientTransport({
    command,
    env: { MARKET_DATA_URL: product.api, MARKET_DATA_KEY: 'wrong' },
  })
  await expect(refused.connect(transport)).rejects.toThrow(/not an API key of ours.*key_malformed/)
  await transport.close()
  await expect(run(command, [], { env: { PATH: process.env.PATH } })).rejects.toMatchObject({
    stderr: expect.stringMatching(/Set MARKET_DATA_URL.*\nSet MARKET_DATA_KEY/),
  })
})

/**
 * Expected errors, because the suite tests a reference server. Its scenarios use that server's tools, prompts and
 * documents, and optional features that our server does not declare; our server must answer that it has none.
 */
const notOurs =
  /There is no (?:tool|prompt) (?:test_|json_schema)|Tool 'json_schema_2020_12_tool' not found|Not testable: server|Resource not found: test:\/\/|Method not found|could not get initial InputRequiredResult|Expected InputRequiredResult with inputRequests/
/** Scenarios in which every check must pass. */
const whole: Record<string, string[]> = {
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
  ],
  '2026-07-28': [
    ...['tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection', 'caching'],
    ...['sep-2164-resource-not-found', 'http-header-validation', 'server-sse-multiple-streams'],
    'input-required-result-unsupported-methods',
  ],
}

test.each(Object.entries(whole))(
  'the MCP conformance suite of %s finds no fault in the features that our server has',
  async (version, applicable) => {
    await using proxy = await startProxy(product.api, { token: 'tw_demo_public' })
    const results = join(folder, version)
    const suite = ['server', '--url', `${proxy.url}/mcp`, '--suite', 'all', '--spec-version', version, '-o', results]
    // The suite exits with 1, because the reference server's tools are missing.
    await run('node_modules/.bin/conformance', suite).catch((error: { code?: unknown }) => expect(error.code).toBe(1))
    const faults: string[] = []
    const passed = new Set<string>()
    for (const scenario of await readdir(results)) {
      type Check = { id: string; status: string; errorMessage?: string }
      const checks: Check[] = JSON.parse(await readFile(join(results, scenario, 'checks.json'), 'utf8'))
      const failed = checks.filter(({ status }) => status === 'FAILURE')
      const name = scenario.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '')
      if (failed.length === 0 && checks.length > 0) passed.add(name)
      for (const { id, errorMessage = '' } of failed)
        if (!notOurs.test(errorMessage)) faults.push(`${name} ${id}: ${errorMessage}`)
    }
    expect(faults).toEqual([])
    expect(applicable.filter((name) => !passed.has(name))).toEqual([])
  },
)
