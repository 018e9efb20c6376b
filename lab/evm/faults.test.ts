import { expect, test } from 'vitest'
import { wrongOnce } from './faults.ts'

test('the simulated faulty node removes the status from the first receipt of a transaction; a missing receipt stays null', async () => {
  const fault = wrongOnce()
  const receipt = { transactionHash: '0x1', status: '0x1' }
  const answer = (result: unknown) =>
    fault({ id: 1, method: 'eth_getTransactionReceipt', params: ['0x1'] }, async () => ({ result }))
  expect(await answer(null)).toEqual({ result: null })
  expect(await answer(receipt)).toEqual({ result: { transactionHash: '0x1' } })
  expect(await answer(receipt)).toEqual({ result: receipt })
})
