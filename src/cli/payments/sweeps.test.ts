import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatAddress } from '#src/billing/chains/address.ts'
import type { JsonRpc } from '#src/billing/chains/json-rpc.ts'
import { SandboxChain } from '#src/billing/sandbox/sandbox-chain.ts'
import { type NodeManners, sandboxTransport } from '#src/billing/sandbox/sandbox-rpc.ts'
import { broadcastSweeps, sendToTron } from '#src/billing/sweeps/broadcast-sweeps.ts'
import { exportSweeps } from '#src/billing/sweeps/export-sweeps.ts'
import { sweepListSchema } from '#src/billing/sweeps/sweep-list.ts'
import { PaymentWorld, stranger, usdt } from '#test/fixtures/payments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { runCommand, tapewire } from '#test/fixtures/tapewire.ts'

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

test('deposit addresses at any index are listed with their derivation paths', async () => {
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
  let turns = 0
  const turning = setInterval(() => turns++, 0)
  await list('TRC20', '--to', '499')
  clearInterval(turning)
  expect(turns).toBeGreaterThan(20)
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
  const wish = { destination, minimum: usdt(1), xpub: null, held: 'booked' } as const
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

const destination = formatAddress(`0x${'ab'.repeat(20)}`, 'evm')

const chainFacts: Record<string, unknown> = {
  eth_estimateGas: '0xea60',
  eth_maxPriorityFeePerGas: '0x1',
  eth_getTransactionCount: '0x0',
}

/** A node of another EVM chain over HTTP, with the data that transactions need. */
async function nodeOf(chain: SandboxChain, manners: Partial<NodeManners>) {
  const answer = sandboxTransport(chain, { javaTron: false, finalizedDepth: null, ...manners })
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString()
    const { id, method } = JSON.parse(text)
    const known = chainFacts[method]
    const { body } =
      known === undefined ? await answer(text) : { body: JSON.stringify({ jsonrpc: '2.0', id, result: known }) }
    response.end(body.replace('"timestamp"', '"baseFeePerGas":"0x5","timestamp"'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

test('tokens that arrived at our addresses on another EVM chain are exported for that chain', async () => {
  await using ctx = await testPlatform({ settings: { MODE: 'live', ...payments('ETC20') } })
  const world = await PaymentWorld.open(ctx, { code: 'ETC20' })
  const order = await world.order(await world.customer())
  const to = await world.addressOf(order)
  const chain = new SandboxChain({ chainId: 137, seed: 'other', genesisTime: 0, blockMs: 2_000, numberedHashes: false })
  const token = `0x${'c5'.repeat(20)}` as const
  chain.send({ hash: `0x${'e1'.repeat(32)}`, events: [{ token, from: stranger, to, value: 5_000_000_000n }] })
  chain.mine(3)
  const node = await nodeOf(chain, { tokens: { [token]: { symbol: 'USDC', decimals: 9 } } })
  const out = join(ctx.settings.dataDir, 'list.json')
  const wish = ['payments', 'sweep', 'export', 'ETC20', '--to', destination, '--out', out, '--rpc', node.url]
  try {
    await expect(tapewire(ctx, ...wish)).rejects.toThrow('--rpc needs --token')
    const said = await tapewire(ctx, ...wish, '--token', token)
    expect(said).toContain('1 addresses, 5.00 ')
    expect(said).toContain('on chain 137')
    const list = sweepListSchema.parse(JSON.parse(await readFile(out, 'utf8')))
    expect(list).toMatchObject({
      network: 'ETC20',
      chainId: 137,
      account: 0,
      token: formatAddress(token, 'evm'),
      tokenDecimals: 9,
      sweeps: [{ index: 0, address: formatAddress(to, 'evm'), amount: '5000000000' }],
    })
    await tapewire(ctx, ...wish, '--token', token, '--only', destination)
    expect(JSON.parse(await readFile(out, 'utf8')).sweeps).toEqual([])
  } finally {
    node.close()
  }
})

test('signed sweeps are not sent if their output file cannot be written', async () => {
  await using ctx = await testPlatform({ settings: { MODE: 'live', ...payments('ETC20') } })
  const chain = new SandboxChain({ chainId: 137, seed: 'other', genesisTime: 0, blockMs: 2_000, numberedHashes: false })
  const node = await nodeOf(chain, {})
  const [file, broken] = ['signed.json', 'broken.json'].map((name) => join(ctx.settings.dataDir, name))
  const transaction = {
    ...{ purpose: 'gas', address: destination, amount: '1' },
    raw: `0x${'ab'.repeat(20)}`,
    hash: `0x${'cd'.repeat(32)}`,
  }
  const about = { network: 'ETC20', chainId: 137, token: destination, tokenDecimals: 6 }
  await writeFile(
    file ?? '',
    JSON.stringify({ format: 'tapewire-signed-sweeps-1', ...about, transactions: [transaction] }),
  )
  await writeFile(broken ?? '', '{')
  const lines: string[] = []
  const send = (...args: string[]) =>
    runCommand(ctx, ['payments', 'sweep', 'broadcast', '--rpc', node.url, ...args], (line) => lines.push(line))
  try {
    await expect(send('--file', file ?? '', '--out', '/nonexistent/sent.jsonl')).rejects.toThrow(
      '/nonexistent/sent.jsonl cannot be written: ENOENT.',
    )
    expect(lines).toEqual([])
    await expect(send('--file', `${file}.no`, '--out', 'x')).rejects.toThrow('signed.json.no cannot be read: ENOENT.')
    await expect(send('--file', broken ?? '', '--out', 'x')).rejects.toThrow('is not a file of tools/sign-sweeps.ts')
  } finally {
    node.close()
  }
})

test('signed gas transfers are sent to the TRON API before the sweeps, and a second run sends only refused transactions again', async () => {
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
  const token = { token: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', tokenDecimals: 6 }
  const signed = { format: 'tapewire-signed-sweeps-1', network: 'TRC20', chainId: 1, ...token, transactions } as const
  const node = { call, send, signal: new AbortController().signal }
  const again = async () => broadcastSweeps(ctx, operator, { ...signed, transactions }, node, 'TRC20', () => {})
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
