import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { formatAddress } from '#src/billing/chains/address.ts'
import type { JsonRpc } from '#src/billing/chains/json-rpc.ts'
import { broadcastSweeps, sendToTron } from '#src/billing/sweeps/broadcast-sweeps.ts'
import { exportSweeps } from '#src/billing/sweeps/export-sweeps.ts'
import { sweepListSchema } from '#src/billing/sweeps/sweep-list.ts'
import { PaymentWorld, usdt } from '#test/fixtures/payments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { tapewire } from '#test/fixtures/tapewire.ts'

const operator = { kind: 'operator-cli' } as const

/** The account keys of the phrase "abandon … about", with their first addresses. */
const accounts = {
  ETC20: [
    'xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3yZdUsT8ddYM3PwnATt',
    '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  ],
  TRC20: [
    'xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd',
    'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
  ],
} as const

function payments(code: keyof typeof accounts): Record<string, string> {
  const [xpub, firstAddress] = accounts[code]
  return { [`${code}_XPUB`]: xpub, [`${code}_FIRST_ADDRESS`]: firstAddress }
}

test('every deposit address is listed with its derivation path, including those that a wallet does not show', async () => {
  await using ctx = await testPlatform({
    settings: { MODE: 'live', ...payments('ETC20'), ...payments('TRC20') },
  })
  const list = (...args: string[]) => tapewire(ctx, 'payments', 'wallet', 'addresses', ...args)
  expect((await list('TRC20', '--to', '2')).split('\n').slice(0, 4)).toEqual([
    'index,path,address',
    "0,m/44'/195'/0'/0/0,TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
    "1,m/44'/195'/0'/0/1,TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK",
    "2,m/44'/195'/0'/0/2,TYJPRrdB5APNeRs4R7fYZSwW3TcrTKw2gx",
  ])
  expect(await list('ETC20', '--to', '0')).toContain("0,m/44'/60'/0'/0/0,0x9858EfFD232B4033E47d90003D41EC34EcaEda94")
  expect((await list('ETC20', '--from', '4000', '--to', '4002')).split('\n')).toHaveLength(5)
  for (const wrong of [['BTC'], ['TRC20', '--from', '-1'], ['TRC20', '--from', '3', '--to', '2'], []]) {
    await expect(list(...wrong)).rejects.toThrow()
  }
})

test('the sweep list of a TRON network has the booked amounts, fee limits, top-ups and a recent block', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const order = await world.order(await world.customer())
  await world.pay(order)
  await world.settle()
  await world.pay(order, usdt(5))
  world.mine(1)
  const node: Record<string, unknown> = { eth_gasPrice: '0x64', eth_estimateGas: '0xfb1d' }
  const call: JsonRpc = async (method, params) => node[method] ?? world.watch.pool.call(method, params)
  const destination = `0x${'ab'.repeat(20)}` as const
  const wish = { destination, minimum: usdt(1), xpub: null }
  const list = sweepListSchema.parse(await exportSweeps(ctx, operator, world.network, call, wish))
  const limit = (64_285n * 13n) / 10n
  expect(list).toMatchObject({
    network: 'TRC20',
    destination: formatAddress(destination, 'tron'),
    gas: { needed: `${limit * 100n + 400_000n + 1_100_000n}` },
    fees: null,
    reference: { blockNumber: `${world.chain.head}` },
    sweeps: [{ index: 0, amount: '79200000', limit: `${limit * 100n}`, topUp: `${limit * 100n + 400_000n}` }],
  })
  const none = { ...wish, minimum: usdt(80) }
  expect((await exportSweeps(ctx, operator, world.network, call, none)).sweeps).toEqual([])
  const otherKey = { ...wish, xpub: accounts.TRC20[0] }
  expect((await exportSweeps(ctx, operator, world.network, call, otherKey)).sweeps).toEqual([])
})

test('each signed transaction is sent once to the TRON API, coins before tokens, and a refusal is reported', async () => {
  await using ctx = await testPlatform()
  const heard: string[] = []
  const mined = new Set<string>()
  const server = createServer(async (request, response) => {
    const { transaction } = JSON.parse(Buffer.concat(await request.toArray()).toString())
    heard.push(`${request.url} ${request.headers.key} ${transaction}`)
    if (transaction !== 'cc') mined.add(`0x${transaction.repeat(32)}`)
    const refused = { result: false, code: 'CONTRACT_VALIDATE_ERROR', message: 'no balance' }
    response.end(JSON.stringify(transaction === 'cc' ? refused : { result: true }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const send = sendToTron(`http://127.0.0.1:${(server.address() as AddressInfo).port}/jsonrpc`, { key: 'secret' })
  const call: JsonRpc = async (_method, [hash]) =>
    mined.has(String(hash)) ? { blockNumber: '0x1', blockHash: `0x${'1'.repeat(64)}`, status: '0x1', logs: [] } : null
  const one = (purpose: 'gas' | 'sweep', digits: string) => ({
    purpose,
    address: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
    amount: '1500000',
    raw: digits,
    hash: digits.repeat(32),
  })
  const transactions = [one('sweep', 'bb'), one('gas', 'aa'), one('sweep', 'cc')]
  const signed = { format: 'tapewire-signed-sweeps-1', network: 'TRC20', chainId: 1, transactions } as const
  const node = { call, send, tokenDecimals: 6, signal: new AbortController().signal }
  const again = async () => broadcastSweeps(ctx, operator, { ...signed, transactions }, node, () => {})
  try {
    const outcome = await again()
    expect(outcome.sent).toEqual([
      { network: 'TRC20', address: transactions[0]?.address, txHash: 'bb'.repeat(32), amount: '1.50' },
    ])
    expect(outcome.failed).toEqual([expect.stringContaining('CONTRACT_VALIDATE_ERROR no balance')])
    expect(await again()).toEqual(outcome)
    const path = '/wallet/broadcasthex secret'
    expect(heard).toEqual([`${path} aa`, `${path} bb`, `${path} cc`, `${path} cc`])
  } finally {
    server.close()
  }
})
