import { expect, test } from 'vitest'
import { BarRows } from './bar-rows.ts'
import { Quarantine } from './quarantine.ts'

const options = {
  instrument: 7,
  intervalNumber: 8,
  interval: '1d' as const,
  now: Date.parse('2026-01-05'),
  negativePrices: false,
  sourceNumber: 0,
  version: '1',
}

function run(lines: string[]) {
  const quarantine = new Quarantine('/nowhere', 'test')
  const rows = new BarRows(options, quarantine)
  rows.take(`${lines.join('\n')}\n`)
  const text = rows.out.drain().toString('latin1')
  return { text, rows, reasons: Object.fromEntries(quarantine.reasons) }
}

test('good rows keep every digit of the file', () => {
  const { text } = run([
    'time,open,high,low,close,volume',
    '2024-01-02T00:00:00.000Z,1.100000001,2,0.50,1.5,12345678901234567890',
  ])
  expect(text).toBe('7,8,1704153600000,1.100000001,2,0.50,1.5,12345678901234567890,0,0,1\n')
})

test('columns may stand in another order, with a turnover and Windows line ends', () => {
  const { text } = run(['Date,Close,Open,High,Low,Volume,Turnover\r', '2024-01-02,15,10,20,5,100,1500\r'])
  expect(text).toBe('7,8,1704153600000,10,20,5,15,100,1500,0,1\n')
})

test('rows out of order are taken, the second row of a time is not', () => {
  const { rows, reasons } = run(['2024-01-03,1,1,1,1,0', '2024-01-02,1,1,1,1,0', '2024-01-03,2,2,2,2,0'])
  expect(rows.accepted).toBe(2)
  expect(reasons).toEqual({ duplicate: 1 })
})

test.each([
  ['2024-01-02,abc,1,1,1,0', 'not_a_number'],
  ['2024-01-02,,1,1,1,0', 'not_a_number'],
  ['2024-01-02,1,1,1,1', 'missing_column'],
  ['2024-01-02,-1,1,-1,1,0', 'negative_price'],
  ['2024-01-02,1,1,2,1,0', 'high_below_low'],
  ['2024-01-02,3,2,1,1,0', 'outside_high_low'],
  ['2024-01-02,1,1,1,1,-5', 'negative_volume'],
  ['2027-01-02,1,1,1,1,0', 'time_in_future'],
  ['2262-04-12,1,1,1,1,0', 'invalid_time'],
  ['2024-02-30,1,1,1,1,0', 'invalid_time'],
  ['2024-01-02T05:00:00Z,1,1,1,1,0', 'misaligned_time'],
  [`${'x'.repeat(5_000)},1,1,1,1,0`, 'invalid_time'],
  ['2024-01-02,1e400,1,1,1,0', 'not_a_number'],
])('row 78: %s is quarantined as %s', (line, reason) => {
  const { rows, reasons } = run([line])
  expect(reasons).toEqual({ [reason]: 1 })
  expect(rows.accepted).toBe(0)
})

test('a lone price a hundred times off is an outlier; a level that stays is not', () => {
  const row = (day: number, price: number) =>
    `2024-01-${String(day).padStart(2, '0')},${price},${price},${price},${price},0`
  expect(run([row(1, 10), row(2, 5000), row(3, 10)]).reasons).toEqual({ outlier: 1 })
  expect(run([row(1, 5000), row(2, 10), row(3, 11), row(4, 10)]).reasons).toEqual({ outlier: 1 })
})
