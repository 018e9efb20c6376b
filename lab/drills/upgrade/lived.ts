import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parquetReadObjects } from 'hyparquet'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { payableOrder } from '#test/fixtures/backup-journey.ts'
import { type Customer, call, sessionCookie, signUp } from '#test/fixtures/customer.ts'
import { operate } from '#test/fixtures/operator-cli.ts'

type Running = { site: string; api: string; dataDir: string }

export type Person = { email: string; password: string; orders: string[] }

/** State that an upgrade must keep, in a form that does not change with time. */
export type Kept = {
  people: Record<string, { keys: unknown[]; orders: unknown[]; alerts: unknown[]; layouts: unknown[] }>
  ledger: string[]
  bars: unknown[]
}

export const importedSymbol = 'crypto:BTCUSD$BA'
const importedDays = 60
const firstDay = Date.parse('2024-01-01')
const dayMs = 86_400_000

/** Two customers buy, pay and cancel, and store a layout and an alert; the operator imports bars. */
export async function liveOn(product: Running): Promise<Person[]> {
  await importBars(product.dataDir)
  const [buyer, leaver] = [
    await signUp(product.site, 'buyer@example.com'),
    await signUp(product.site, 'leaver@example.com'),
  ]
  const paid = await payableOrder(buyer, 'integrated-base')
  const { network, address, missing: amount } = paid
  await call(product.site, '/dev/wallet/pay', { network, address, amount })
  const statusOf = async () => (await buyer.call(`/api/order/${paid.orderNo}`)).body.data.status
  while ((await statusOf()) !== orderStatus.completed) await sleep(50)
  const { orderNo } = await payableOrder(leaver, 'stock-us-base')
  await expectOk(leaver.call(`/api/order/${orderNo}/cancel`, {}))
  for (const customer of [buyer, leaver]) await keepThings(product.site, customer)
  return [
    { email: buyer.email, password: buyer.password, orders: [paid.orderNo] },
    { email: leaver.email, password: leaver.password, orders: [orderNo] },
  ]
}

async function keepThings(site: string, { call: own, cookie }: Customer): Promise<void> {
  const layout = { name: 'Before', state: { said: 1 }, drawings: [] }
  const put = await fetch(`${site}/api/chart/layouts`, {
    method: 'PUT',
    headers: { lang: 'en-US', 'content-type': 'application/json', cookie },
    body: JSON.stringify(layout),
  })
  if (put.status !== 200) throw new Error(`the layout was answered with ${put.status}`)
  const condition = { kind: 'price', direction: 'up', value: 1e9 }
  await expectOk(own('/api/alerts', { symbol: 'NASDAQ:AAPL', condition, note: 'far away' }))
}

async function expectOk(answer: ReturnType<Customer['call']>): Promise<void> {
  const { status, body } = await answer
  if (status !== 200) throw new Error(JSON.stringify(body))
}

async function importBars(dataDir: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tapewire-upgrade-'))
  const file = join(folder, 'crypto-ba-BTCUSD-1d.csv')
  const rows = Array.from({ length: importedDays }, (_, day) =>
    [firstDay + day * dayMs, 100 + day, 110 + day, 90 + day, 105 + day, 1_000 + day].join(),
  )
  await writeFile(file, ['time,open,high,low,close,volume', ...rows, ''].join('\n'))
  await operate(dataDir, 'import bars', file)
  await rm(folder, { recursive: true })
}

/** Reads the state after `liveOn`, through sign-in, account API and commands. */
export async function keptOn({ site, dataDir }: Running, people: readonly Person[]): Promise<Kept> {
  const kept: Kept = { people: {}, ledger: await ledgerOf(dataDir), bars: await barsOf(dataDir) }
  for (const { email, password, orders } of people) {
    const entered = await call(site, '/api/auth/signin', { email, password })
    if (entered.status !== 200) throw new Error(`${email} cannot sign in: ${JSON.stringify(entered.body)}`)
    const cookie = sessionCookie(entered)
    const read = async (path: string, body?: unknown) => {
      const answer = await call(site, path, body, { cookie })
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body.data
    }
    const keys: { id: string; aliasName: string }[] = await read('/api/keys')
    const secrets = await Promise.all(keys.map(async ({ id }) => (await read(`/api/keys/${id}/reveal`, {})).key))
    const alerts: { symbol: string; condition: unknown; note: string }[] = (await read('/api/alerts')).alerts
    const { layouts }: { layouts: { name: string; state: unknown }[] } = await read('/api/chart/layouts')
    kept.people[email] = {
      keys: keys.map(({ id, aliasName }, at) => ({ id, aliasName, secret: secrets[at] })),
      orders: await Promise.all(
        orders.map(async (no) => {
          const { orderNo, status, planId, network, address } = await read(`/api/order/${no}`)
          return { orderNo, status, planId, network, address }
        }),
      ),
      alerts: alerts.map(({ symbol, condition, note }) => ({ symbol, condition, note })),
      layouts: layouts.map(({ name, state }) => ({ name, state })),
    }
  }
  return kept
}

/** The ledger, without the columns that the last release does not print. */
async function ledgerOf(dataDir: string): Promise<string[]> {
  const lines = (await operate(dataDir, 'payments export ledger')).trim().split('\n')
  const names = lines[0]?.split(',') ?? []
  const shown = ledgerColumns.map((name) => names.indexOf(name))
  return lines
    .slice(1)
    .map((line) => shown.map((at) => line.split(',')[at] ?? '').join())
    .sort()
}

const ledgerColumns = ['id', 'kind', 'network', 'micro']

async function barsOf(dataDir: string): Promise<unknown[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tapewire-upgrade-'))
  const out = join(folder, 'bars.parquet')
  await operate(dataDir, 'export bars', importedSymbol, '--interval', '1d', '--out', out)
  const { buffer, byteOffset, byteLength } = await readFile(out)
  const rows = await parquetReadObjects({ file: buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer })
  await rm(folder, { recursive: true })
  return rows.map((row) =>
    JSON.parse(JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value))),
  )
}
