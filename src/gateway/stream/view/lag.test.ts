import { expect, test } from 'vitest'
import { Lag } from './lag.ts'

test('the lag of a tape reader is 0 after the reader has waited a second for the next entry', () => {
  const lag = new Lag()
  expect(lag.ms(0)).toBe(0)
  lag.isBehind(1_000, 601_000)
  expect(lag.ms(601_000)).toBe(600_000)
  lag.wait(601_001)
  expect(lag.ms(601_500)).toBe(600_000)
  expect(lag.ms(602_001)).toBe(0)
})

test('the lag of a batch does not grow while the tape reader handles the batch', () => {
  const lag = new Lag()
  lag.wait(0)
  lag.isBehind(5_000, 9_000)
  expect(lag.ms(20_000)).toBe(4_000)
  lag.wait(20_000)
  lag.isBehind(20_050, 20_051)
  expect(lag.ms(20_051)).toBe(1)
})
