import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { FaultProxy, forward } from './fault-proxy.ts'
import { blocksAtMost, frozenAt, wrongOnce } from './faults.ts'

test('the simulated faulty node omits the status of a receipt once, and returns a missing receipt unchanged', async () => {
  const fault = wrongOnce()
  const receipt = { transactionHash: '0x1', status: '0x1' }
  const answer = (result: unknown) =>
    fault({ id: 1, method: 'eth_getTransactionReceipt', params: ['0x1'] }, async () => ({ result }))
  expect(await answer(null)).toEqual({ result: null })
  expect(await answer(receipt)).toEqual({ result: { transactionHash: '0x1' } })
  expect(await answer(receipt)).toEqual({ result: receipt })
})

test('the fault proxy counts a fault only if the fault changed the reply of the node', async () => {
  await using node = createServer((_, response) => response.end('{"jsonrpc":"2.0","id":1,"result":"0x5"}'))
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  await using proxy = new FaultProxy(`http://127.0.0.1:${(node.address() as AddressInfo).port}`)
  const url = `${await proxy.open()}/first`
  const ask = (method: string, ...params: unknown[]) => forward(url, { id: 1, method, params })
  proxy.begin(blocksAtMost(5), ['first'])
  await ask('eth_blockNumber')
  await ask('eth_getLogs', { fromBlock: '0x1', toBlock: '0x5' })
  expect(proxy.met).toBe(0)
  await ask('eth_getLogs', { fromBlock: '0x1', toBlock: '0x6' })
  expect(proxy.met).toBe(1)
  proxy.begin(frozenAt(5), ['first'])
  await ask('eth_getBlockByNumber', '0x5', false)
  expect(proxy.met).toBe(0)
  await ask('eth_getBlockByNumber', '0x6', false)
  expect(proxy.met).toBe(1)
})
