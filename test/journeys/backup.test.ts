import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { silentLog } from '#src/platform/log/log.ts'
import { startEmbeddedPostgres } from '#src/platform/stores/postgres-embedded.ts'
import { bitcoin, payableOrder, putLoad, recordedTicks, type SeenTick } from '#test/fixtures/backup-journey.ts'
import { startClickHouse } from '#test/fixtures/clickhouse.ts'
import { compiledCode } from '#test/fixtures/compiled-code.ts'
import { type Customer, call, signUp } from '#test/fixtures/customer.ts'
import { operate, refusedOn, tapewireOn } from '#test/fixtures/operator-cli.ts'
import { type Spawned, spawnProduct, temporaryDataDir } from '#test/fixtures/spawned.ts'
import { usedDataDir } from '#test/fixtures/used-data-dir.ts'

/** `npm run drill -- backup`: more backups, a longer load, and a move of the installation there and back. */
const backups = Number(process.env.TAPEWIRE_DRILL_BACKUPS ?? 1)
const loadMs = Number(process.env.TAPEWIRE_DRILL_LOAD_MS ?? 0)

/**
 * A drill starts the product in several processes, as delivered. The test in `npm test` uses one process, which starts
 * faster.
 */
const oneProcess: Record<string, string> = backups > 1 ? {} : { PROCESSES: '1' }

const idOf = ({ t, seq }: SeenTick) => `${t} ${seq}`
const linesOf = (text: string) => text.trim().split('\n')
const runningLedger = async (dataDir: string) => linesOf(await operate(dataDir, 'payments export ledger'))

/** Starts a command and kills it when `path` exists. */
async function killedAt(path: string, dataDir: string, ...args: string[]): Promise<void> {
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, DATA_DIR: dataDir, ...compiledCode() }
  const child = spawn(process.execPath, ['src/cli/main.mjs', ...args], { env, stdio: 'ignore' })
  const ended = once(child, 'exit')
  while (!existsSync(path) && child.exitCode === null) await sleep(5)
  child.kill('SIGKILL')
  await ended
}

/** A customer with a paid key and an unpaid order. */
async function customerOf(
  product: Spawned,
): Promise<{ customer: Customer; open: { network: string; address: string } }> {
  const customer = await signUp(product.site, 'saved@example.com')
  const order = await payableOrder(customer, 'integrated-base')
  await call(product.site, '/dev/wallet/pay', { network: order.network, address: order.address, amount: order.missing })
  const status = async () => (await customer.call(`/api/order/${order.orderNo}`)).body.data.status
  while ((await status()) !== 1) await sleep(50)
  const [bought] = (await customer.call('/api/keys')).body.data
  const { key } = (await customer.call(`/api/keys/${bought.id}/reveal`, {})).body.data
  return { customer: { ...customer, key }, open: await payableOrder(customer, 'stock-us-base') }
}

// These tests run concurrently, because they mostly wait for processes.
test.concurrent(
  'a backup made under load restores keys, ledger and every tick that a client received',
  async () => {
    await using dataDir = await usedDataDir()
    await using folder = await temporaryDataDir()
    await using product = await spawnProduct(dataDir.path, oneProcess)
    await product.ready()
    const { customer, open } = await customerOf(product)
    for (let round = 1; round <= backups; round += 1) {
      await using load = await putLoad(product, customer, open)
      await sleep(loadMs)
      const ledgerBefore = await runningLedger(dataDir.path)
      const seen = load.ticks()
      expect(await operate(dataDir.path, 'backup create', folder.path)).toContain('is complete')
      await load[Symbol.asyncDispose]()
      const { fine, failed } = load.answered()
      expect([fine > 0, failed]).toEqual([true, []])

      await using restored = await temporaryDataDir()
      const restore = ['backup', 'restore', folder.path]
      expect(await tapewireOn(restored.path, ...restore, '--dry-run')).toContain('would be restored')
      expect(existsSync(join(restored.path, 'postgres'))).toBe(false)
      await killedAt(join(restored.path, 'clickhouse/data/default/bars'), restored.path, ...restore)
      expect(await refusedOn(restored.path, 'now')).toContain('A backup is being restored into')
      const [output, after] = await Promise.all([tapewireOn(restored.path, ...restore), runningLedger(dataDir.path)])
      expect(output).toContain('is restored: everything up to')
      if (backups > 1)
        expect(await refusedOn(restored.path, ...restore)).toMatch(/^[^\n]*needs an empty place[^\n]*\n$/)
      const ledgerAfter = new Set(after)
      // Read before the restored product starts, since it would continue to watch the chain and change the ledger.
      const ledger = linesOf(await tapewireOn(restored.path, 'payments', 'export', 'ledger'))
      expect(ledger.length).toBeGreaterThan(1)
      expect(ledger).toEqual(expect.arrayContaining(ledgerBefore))
      expect(ledger.filter((line) => !ledgerAfter.has(line))).toEqual([])
      await using second = await spawnProduct(restored.path, oneProcess)
      await second.ready()
      const answer = await call(second.api, `/crypto/quote?${bitcoin}`, undefined, { token: customer.key })
      expect(answer.status).toBe(200)
      const [first] = seen
      const recorded = (await recordedTicks(second, customer.key, first?.t ?? 0)).map(idOf)
      expect(seen.length).toBeGreaterThan(0)
      expect(recorded).toEqual(expect.arrayContaining(seen.map(idOf)))
      expect(new Set(recorded).size).toBe(recorded.length)
      console.log(`backup ${round}: ${ledger.length} lines of the ledger, ${seen.length} ticks seen, ${fine} requests`)
    }
    expect((await readdir(folder.path)).filter((name) => name.startsWith('.'))).toEqual([])
  },
  120_000 + backups * 60_000,
)

test.concurrent('an installation moves to external stores, and a target store that is in use is refused', async () => {
  await using dataDir = await usedDataDir()
  await using targetDir = await temporaryDataDir()
  await using postgres = await startEmbeddedPostgres({ dir: join(targetDir.path, 'pg'), log: silentLog })
  await using clickhouse = await startClickHouse()
  const file = join(targetDir.path, 'next.env')
  const database = `postgres://tapewire@localhost/postgres?host=${encodeURIComponent(postgres.connection.host)}`
  await writeFile(file, `DATABASE_URL=${database}\nCLICKHOUSE_URL=${clickhouse.url}\n`)
  const through = join(targetDir.path, 'through')
  const move = ['backup', 'move', file, '--through', through]
  expect(await tapewireOn(dataDir.path, ...move, '--dry-run')).toContain('PostgreSQL, history would be copied')
  expect(existsSync(through)).toBe(false)
  const output = await tapewireOn(dataDir.path, ...move)
  expect(output).toContain('Everything is copied')
  const sent = await fetch(clickhouse.url, { method: 'POST', body: 'SELECT count() FROM bars FORMAT TabSeparated' })
  expect(Number(await sent.text())).toBeGreaterThan(1_000_000)
  expect(await refusedOn(dataDir.path, ...move)).toContain('The database of DATABASE_URL has tables already')
  // The command refuses before it copies anything, because it checks the target first.
  expect(existsSync(through)).toBe(false)
}, 120_000)
