import { expect, test } from 'vitest'
import { wrongOnce } from './faults.ts'

test('the simulated faulty node returns the receipt of a transaction without its status once, and a missing receipt as null', async () => {
  const fault = wrongOnce()
  const receipt = { transactionHash: '0x1', status: '0x1' }
  const answer = (result: unknown) =>
    fault({ id: 1, method: 'eth_getTransactionReceipt', params: ['0x1'] }, async () => ({ result }))
  expect(await answer(null)).toEqual({ result: null })
  expect(await answer(receipt)).toEqual({ result: { transactionHash: '0x1' } })
  expect(await answer(receipt)).toEqual({ result: receipt })
})
