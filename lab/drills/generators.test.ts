import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { programs } from '#lab/generators/programs.ts'
import { generatorTools } from '#lab/generators/tools.ts'
import { recordBars } from '#src/market/bars/bars.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type TestRest, testRest } from '#test/fixtures/rest.ts'

/** `npm run drill -- generators` fetches the generators and runs these tests. */
const tools = process.env.TAPEWIRE_DRILL_GENERATORS === undefined ? null : generatorTools()
const minutes = 60_000
/** Warnings about words of a language or about the generator itself, which no document can avoid. */
const theirs =
  /reserved word|matches existing language type|support is still in beta|Failed to get the schema name: null/

let ctx: TestPlatform
let rest: TestRest
let folder = ''
let document = ''

beforeAll(async () => {
  if (!tools) return
  ctx = await testPlatform({ clickhouse: true, now: '2026-01-05T18:00:30Z' })
  await installCatalogue(ctx)
  rest = await testRest(ctx)
  const apple = await findInstrument(ctx, { class: 'stock', code: 'AAPL', region: 'US' })
  const bar = { open: 10, high: 12, low: 9, volume: 100, turnover: 0, source: 'simulated' as const }
  const days = ['2025-12-31', '2026-01-02'].map((day) => Date.parse(day))
  const bars = days.map((time, at) => ({ ...bar, time, close: 10 + at, interval: '1d' as const }))
  await recordBars(
    ctx,
    bars.map((one) => ({ ...one, instrumentId: apple?.id ?? 0 })),
  )
  folder = await mkdtemp(join(tmpdir(), 'generators-'))
  document = await published('/openapi.json')
})
afterAll(async () => {
  if (!tools) return
  await rest[Symbol.asyncDispose]()
  await ctx[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

async function published(path: string): Promise<string> {
  const file = join(folder, basename(path))
  const { text } = await rest.get(path)
  // Redocly warns about an address of this machine, which an installation does not publish.
  await writeFile(file, JSON.stringify({ ...JSON.parse(text), servers: [{ url: 'https://api.acme-data.com' }] }))
  return file
}

type Options = { cwd?: string; env?: Record<string, string> }

async function run(program: string, args: readonly string[], { cwd = folder, env = {} }: Options = {}) {
  const all = { ...process.env, ...env }
  const options = { cwd, env: all, maxBuffer: 64 << 20 }
  const { stdout, stderr } = await promisify(execFile)(program, args, options).catch((error: { stdout?: string }) => {
    throw new Error(`${program} failed:\n${error.stdout}`, { cause: error })
  })
  return { stdout: stdout.trim(), text: `${stdout}${stderr}` }
}

/** Generates a client with openapi-generator; returns its warnings that the document could avoid. */
async function generate(language: string, ...more: string[]): Promise<string[]> {
  return generateFrom(document, join(folder, language), language, ...more)
}

async function generateFrom(from: string, into: string, language: string, ...more: string[]): Promise<string[]> {
  const args = ['generate', '-i', from, '-g', language, '-o', into, ...more]
  const { text } = await run(tools?.bin('openapi-generator-cli') ?? '', args, { cwd: tools?.folder ?? '' })
  return text.split('\n').filter((line) => /\b(WARN|ERROR)\b/.test(line) && !theirs.test(line))
}

const called = () => [rest.url, 'tw_demo_public']

test.runIf(tools)(
  'Redocly finds the OpenAPI document of the data API valid and gives no warning',
  async () => {
    const { text } = await run(tools?.bin('redocly') ?? '', ['lint', '--extends', 'recommended', document])
    expect(text).toContain('valid')
    expect(text).not.toMatch(/\d+ warning/)
  },
  minutes,
)

test.runIf(tools)(
  'the OpenAPI document of the calls that push data is valid, and clients are generated from it without a warning',
  async () => {
    const ingest = await published('/openapi-ingest.json')
    const { text } = await run(tools?.bin('redocly') ?? '', ['lint', '--extends', 'recommended', ingest])
    expect(text).not.toMatch(/\d+ warning/)
    await run(tools?.bin('openapi-typescript') ?? '', [ingest, '-o', join(folder, 'ingest.d.ts')])
    for (const language of ['python', 'typescript-fetch', 'java', 'go'])
      expect(await generateFrom(ingest, join(folder, `ingest-${language}`), language)).toEqual([])
  },
  4 * minutes,
)

test.runIf(tools)(
  'a client with the types of openapi-typescript compiles strictly and reads bars',
  async () => {
    const own = join(folder, 'openapi-typescript')
    await mkdir(own)
    await symlink(join(tools?.folder ?? '', 'node_modules'), join(own, 'node_modules'))
    await run(tools?.bin('openapi-typescript') ?? '', [document, '-o', join(own, 'api.d.ts')])
    await writeFile(join(own, 'package.json'), '{ "type": "module", "private": true }')
    await writeFile(join(own, 'user.ts'), programs['openapi-typescript'])
    const strict = [
      '--strict',
      '--noEmit',
      '--target',
      'es2022',
      '--module',
      'nodenext',
      '--allowImportingTsExtensions',
    ]
    const types = ['--typeRoots', resolve('node_modules/@types'), '--types', 'node']
    await run(resolve('node_modules/.bin/tsc'), [...strict, ...types, 'user.ts'], { cwd: own })
    expect((await run(process.execPath, ['user.ts', ...called()], { cwd: own })).stdout).toBe('10 11')
  },
  2 * minutes,
)

test.runIf(tools)(
  'openapi-python-client generates every call except the download of day files, and its client reads bars',
  async () => {
    const own = join(folder, 'generated')
    const path = `${tools?.python('.')}:${process.env.PATH}`
    const args = ['generate', '--path', document, '--output-path', own, '--meta', 'none']
    const { text } = await run(tools?.python('openapi-python-client') ?? '', args, { env: { PATH: path } })
    expect(text.match(/^WARNING parsing .*/gm)).toEqual([
      expect.stringContaining('/files/{class}/{region}/{date}.{form}'),
    ])
    await writeFile(join(folder, 'user.py'), programs['openapi-python-client'])
    expect((await run(tools?.python('python') ?? '', ['user.py', ...called()])).stdout).toBe('10 11')
  },
  2 * minutes,
)

test.runIf(tools)(
  'openapi-generator makes a Python client that reads bars',
  async () => {
    expect(await generate('python')).toEqual([])
    const own = join(folder, 'python')
    await writeFile(join(own, 'user.py'), programs.python)
    expect((await run(tools?.python('python') ?? '', ['user.py', ...called()], { cwd: own })).stdout).toBe('10 11')
  },
  2 * minutes,
)

test.runIf(tools)(
  'openapi-generator makes a TypeScript client that compiles strictly and reads bars',
  async () => {
    expect(await generate('typescript-fetch', '--additional-properties', 'importFileExtension=.ts')).toEqual([])
    const own = join(folder, 'typescript-fetch')
    await writeFile(join(own, 'package.json'), '{ "type": "module", "private": true }')
    await writeFile(join(own, 'user.ts'), programs['typescript-fetch'])
    const compile = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--outDir', 'out']
    const rewritten = ['--allowImportingTsExtensions', '--rewriteRelativeImportExtensions']
    const types = ['--typeRoots', resolve('node_modules/@types'), '--types', 'node']
    await run(resolve('node_modules/.bin/tsc'), [...compile, ...rewritten, ...types, 'user.ts'], { cwd: own })
    expect((await run(process.execPath, ['out/user.js', ...called()], { cwd: own })).stdout).toBe('10 11')
  },
  2 * minutes,
)

test.runIf(tools)(
  'openapi-generator makes a Java client that reads bars',
  async () => {
    expect(await generate('java', '--library', 'native')).toEqual([])
    const own = join(folder, 'java')
    await writeFile(join(own, 'src/main/java/Program.java'), programs.java)
    await run('mvn', ['-q', '-DskipTests', 'compile', 'dependency:build-classpath', '-Dmdep.outputFile=classes.txt'], {
      cwd: own,
    })
    const { stdout: classes } = await run('cat', [join(own, 'classes.txt')])
    const args = ['-cp', `target/classes:${classes}`, 'Program', ...called()]
    expect((await run('java', args, { cwd: own })).stdout).toBe('10 11')
  },
  6 * minutes,
)

test.runIf(tools)(
  'openapi-generator makes a Go client that reads bars',
  async () => {
    expect(await generate('go')).toEqual([])
    const own = join(folder, 'go')
    await run('go', ['mod', 'edit', '-module', 'example.com/generated'], { cwd: own })
    await rm(join(own, 'test'), { recursive: true })
    await mkdir(join(own, 'user'))
    await writeFile(join(own, 'user/main.go'), programs.go)
    expect((await run('go', ['run', './user', ...called()], { cwd: own })).stdout).toBe('10 11')
  },
  4 * minutes,
)

test.runIf(tools)(
  'openapi-generator makes a C# client without a warning',
  async () => {
    expect(await generate('csharp')).toEqual([])
  },
  4 * minutes,
)
