import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, test } from 'vitest'
import { silentLog } from '#src/platform/log/log.ts'
import { startEmbeddedPostgres } from '#src/platform/stores/postgres-embedded.ts'
import { freePort } from '#test/fixtures/free-port.ts'
import { handshake } from '#test/fixtures/raw-socket.ts'
import { databasePid, gone, type Spawned, spawnProduct, temporaryDataDir } from '#test/fixtures/spawned.ts'
import { Listener } from '#test/fixtures/stream.ts'
import { usedDataDir } from '#test/fixtures/used-data-dir.ts'

const startsMsMax = 180_000
/** One process instead of several halves the work of a start, for tests that are not about the separate processes. */
const oneProcess = { PROCESSES: '1' }

test('despite hanging clients, the product stops within ten seconds of SIGTERM, and the next start reports no missed event', {
  timeout: startsMsMax,
}, async () => {
  await using dataDir = await usedDataDir()
  const compiled = { NODE_COMPILE_CACHE: join(dataDir.path, 'compiled') }
  await promisify(execFile)(process.execPath, ['tools/compile.mjs'], { env: { ...process.env, ...compiled } })
  const modules = await filesIn(compiled.NODE_COMPILE_CACHE)
  {
    await using product = await spawnProduct(dataDir.path, compiled)
    await product.ready()
    const database = databasePid(dataDir.path) ?? 0
    const { port } = new URL(product.api)
    const client = await reader(product.api)
    // A client that reads nothing, not even the close frame.
    const deaf = handshake(product.api, '/crypto?token=tw_demo_public').pause()
    const halfOpen = connect(Number(port), '127.0.0.1')
    halfOpen.write('GET /crypto HTTP/1.1\r\nHost: localhost\r\nUpgr')
    const agent = new Agent({ keepAlive: true })
    await once(get(`http://127.0.0.1:${port}/healthz/live`, { agent }), 'response')
    for (const socket of [deaf, halfOpen]) socket.on('error', () => undefined)
    product.child.kill('SIGTERM')
    expect(await client.ended()).toEqual({ code: 1012, reason: 'restarting' })
    // A product that has not stopped after ten seconds ends itself by SIGKILL.
    expect(await product.ended()).toBe(0)
    await gone(database)
    agent.destroy()
    for (const socket of [deaf, halfOpen]) socket.destroy()
  }
  // `npm start` compiled all modules but `src/main.mjs`, so the start compiled no TypeScript.
  expect(await filesIn(compiled.NODE_COMPILE_CACHE)).toBe(modules + 1)
  await using next = await spawnProduct(dataDir.path, { ...oneProcess, DRAIN_SECONDS: '600' })
  await next.ready()
  expect(next.output()).not.toContain('the recorder missed events of the tape')
  await drains(next)
})

/** A draining process serves without being ready, and a second signal ends it at once. */
async function drains(product: Spawned): Promise<void> {
  product.child.kill('SIGTERM')
  await expect.poll(async () => (await fetch(`${product.api}/healthz/ready`)).status).toBe(503)
  const answer = await fetch(`${product.api}/openapi.json`)
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  await expect
    .poll(() => {
      product.child.kill('SIGTERM')
      return product.child.signalCode
    })
    .toBe('SIGKILL')
}

async function filesIn(folder: string): Promise<number> {
  return (await readdir(folder, { recursive: true })).length
}

/** A stream client that has received its first tick. */
async function reader(api: string): Promise<Listener> {
  const listener = new Listener(`${api.replace('http', 'ws')}/crypto?events=1`, { token: 'tw_demo_public' })
  await listener.next(({ resAc }) => resAc === 'auth')
  listener.send({ ac: 'subscribe', params: 'BTCUSD$BA', types: 'tick' })
  await listener.next(({ data }) => data?.type === 'tick')
  return listener
}

test('a second start on a used data directory is refused; a killed database or product starts again without clean-up', {
  timeout: startsMsMax,
}, async () => {
  await using dataDir = await usedDataDir()
  await using first = await spawnProduct(dataDir.path)
  await first.ready()
  await using refused = await spawnProduct(dataDir.path)
  expect(await refused.ended()).toBe(1)
  expect(refused.output().trim()).toBe(
    `The data directory ${dataDir.path} is in use by process ${first.child.pid}, which has locked ${dataDir.path}/lock. Stop it first, or set DATA_DIR to another folder.`,
  )

  const killed = databasePid(dataDir.path) ?? 0
  process.kill(killed, 'SIGKILL')
  await gone(killed)
  while ((await fetch(`${first.site}/dev/mailbox.json`)).status !== 200)
    await new Promise((resolve) => setTimeout(resolve, 50))
  const database = databasePid(dataDir.path) ?? 0
  expect(database).not.toBe(killed)
  const mails = async () => (await fetch(`${first.site}/dev/mailbox.json`)).json()
  const alert = { subject: 'Incident: process_ended, postgres' }
  await expect.poll(mails, { timeout: 40_000 }).toEqual([expect.objectContaining(alert)])

  first.child.kill('SIGKILL')
  await gone(database)
  await using second = await spawnProduct(dataDir.path, oneProcess)
  await second.ready()
  const unguarded = databasePid(dataDir.path) ?? 0
  const guard = Number((await readFile(`/proc/${unguarded}/stat`, 'utf8')).split(') ')[1]?.split(' ')[1])
  process.kill(guard, 'SIGKILL')
  second.child.kill('SIGKILL')
  await using third = await spawnProduct(dataDir.path, oneProcess)
  await third.ready()
  await gone(unguarded)
})

test('Ctrl-C during the first start ends the start with exit code 0, and the next start can use the directory', async () => {
  await using dataDir = await temporaryDataDir()
  await using first = await spawnProduct(dataDir.path)
  await once(first.child, 'spawn').catch(() => {})
  while (!(await readFile(join(dataDir.path, 'lock'), 'utf8').catch(() => ''))) await new Promise(setImmediate)
  first.child.kill('SIGINT')
  expect(await first.ended()).toBe(0)
  await using second = await spawnProduct(dataDir.path, oneProcess)
  await second.ready()
})

test('a start on a used port ends with one error message and leaves no process running', async () => {
  await using dataDir = await temporaryDataDir()
  const port = await freePort()
  const holder = createServer().listen(port)
  await once(holder, 'listening')
  await using product = await spawnProduct(dataDir.path, { PORT: String(port) })
  expect(await product.ended()).toBe(1)
  expect(product.output().trim()).toBe(
    `Port ${port} is taken by another program. Stop it, or set PORT to another port.`,
  )
  expect(databasePid(dataDir.path)).toBeNull()
  holder.close()
})

test('a data directory of a newer version is refused with an error message', async () => {
  await using dataDir = await temporaryDataDir()
  {
    const dir = join(dataDir.path, 'postgres')
    await using database = await startEmbeddedPostgres({ dir, log: silentLog })
    const client = new pg.Client(database.connection)
    await client.connect()
    await client.query(
      'create table migrations (name text primary key, checksum text not null, applied_at timestamptz)',
    )
    await client.query("insert into migrations (name, checksum) values ('9901-of-tomorrow', 'x')")
    await client.end()
  }
  await using product = await spawnProduct(dataDir.path)
  expect(await product.ended()).toBe(1)
  expect(product.output().trim()).toBe(
    'The PostgreSQL data was written by a newer version of Tapewire (it knows the migration 9901-of-tomorrow). Start that version, or use another data directory or database.',
  )
})

test('a database of another major version is refused with an error message', async () => {
  await using dataDir = await temporaryDataDir()
  await mkdir(join(dataDir.path, 'postgres/data'), { recursive: true })
  await writeFile(join(dataDir.path, 'postgres/data/PG_VERSION'), '19\n')
  await using product = await spawnProduct(dataDir.path)
  expect(await product.ended()).toBe(1)
  expect(product.output()).toContain('holds a PostgreSQL 19 database; this version of Tapewire runs PostgreSQL 18')
})

test('a start with an unknown setting ends with an error message', async () => {
  await using dataDir = await temporaryDataDir()
  await using product = await spawnProduct(dataDir.path, { CLICKHOSE_URL: 'http://localhost' })
  expect(await product.ended()).toBe(1)
  expect(product.output().trim()).toBe(
    'The environment sets CLICKHOSE_URL, which is not a setting. Did you mean CLICKHOUSE_URL?',
  )
})
