import { expect, test } from 'vitest'
import { Quarantine } from '../file/quarantine.ts'
import { plainDialect } from '../reading/plain-dialect.ts'
import { BarRows } from './bar-rows.ts'

const options = {
  interval: '1d' as const,
  now: Date.parse('2026-01-05'),
  negativePrices: false,
  acceptOutliers: false,
}

function run(lines: string[], changed: { acceptOutliers?: boolean } = {}) {
  const quarantine = new Quarantine('/nowhere', 'test', async () => {})
  const [head = ''] = lines
  const dialect = plainDialect('bars', /open/i.test(head) ? head : '')
  const rows = new BarRows({ ...options, dialect, ...changed }, quarantine)
  rows.read(`${lines.join('\n')}\n`)
  rows.finish()
  const { times, figures } = rows.out.drain()
  const bars = [...times].map((time, at) => [time, ...figures.map((column) => column[at])])
  return { bars, rows, reasons: Object.fromEntries(quarantine.reasons) }
}

test('the numbers in a valid imported row are read exactly', () => {
  const { bars } = run([
    'time,open,high,low,close,volume',
    '2024-01-02T00:00:00.000Z,1.100000001,2,0.50,1.5,9007199254740992',
  ])
  expect(bars).toEqual([[1_704_153_600_000, 1.100000001, 2, 0.5, 1.5, 9007199254740992, 0]])
})

test.each(['9007199254740993', '999999999999.99999999', '12345678901234567890', '0.1234567890123456789'])(
  'the volume %s is refused, because a double cannot hold it exactly',
  (volume) => {
    expect(run([`2024-01-02,1,1,1,1,${volume}`])).toMatchObject({ bars: [], reasons: { not_exact: 1 } })
  },
)

test.each([
  ['185.63999938964844', 185.63999938964844],
  ['0.10000000000000001', 0.1],
  ['1000000000000000000000', 1e21],
  ['0.000000000000000000000000125', 1.25e-25],
])('the volume %s is accepted, because the conversion to a double keeps all its digits', (volume, value) => {
  expect(run([`2024-01-02,1,1,1,1,${volume}`]).bars[0]?.[5]).toBe(value)
})

test.each([
  [['time,open,high,low,close,volume', '2024-01-02,10,11,9,10.5,1,234,567'], 'extra_column'],
  [['time,open,high,low,close,volume', '2024-01-02,10,11,9,10.5,1,234'], 'extra_column'],
  [['time,open,high,low,close,volume', '2024-01-02,10,11,9,10.5'], 'missing_column'],
  [['time,open,high,low,close,volume,turnover', '2024-01-02,10,11,9,10.5,1'], 'missing_column'],
  [['time,open,high,low,close,volume,turnover', '2024-01-02,10,11,9,10.5,1,2,3'], 'extra_column'],
  [['2024-01-02,1,2,1,1,0,9,1,1,0'], 'extra_column'],
])('a row of %j that does not fit its header is refused as %s', (lines, reason) => {
  expect(run(lines)).toMatchObject({ bars: [], reasons: { [reason]: 1 } })
})

test('blanks and quotes around the cells of an imported row are dropped', () => {
  const { bars } = run(['time,open,high,low,close,volume', ' 2024-01-02 , 10 , "20", 5 ,"15" ,100 '])
  expect(bars).toEqual([[1_704_153_600_000, 10, 20, 5, 15, 100, 0]])
})

test('an imported file of bars may have another column order, a turnover and Windows line ends', () => {
  const { bars } = run(['Date,Close,Open,High,Low,Volume,Turnover\r', '2024-01-02,15,10,20,5,100,1500\r'])
  expect(bars).toEqual([[1_704_153_600_000, 10, 20, 5, 15, 100, 1500]])
})

test('bars out of order are accepted, and a second bar of the same time is a duplicate', () => {
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
])('the row %s is quarantined as %s', (line, reason) => {
  const { rows, reasons } = run([line])
  expect(reasons).toEqual({ [reason]: 1 })
  expect(rows.accepted).toBe(0)
})

const flat = (day: number, price: number) =>
  `2024-01-${String(day).padStart(2, '0')},${price},${price},${price},${price},0`

const daysOf = (bars: readonly (number | undefined)[][]) =>
  bars.map(([time]) => new Date(time ?? Number.NaN).getUTCDate()).sort((a, b) => a - b)

test.each([
  ['a lone price', [10, 5000, 10], [1, 3], 1],
  ['a new level, confirmed by the next row', [5000, 10, 11, 10], [1, 2, 3, 4], 0],
  ['a true bar on a file that begins with another scale', [0.01, 12, 12.5, 12], [1, 2, 3, 4], 0],
  ['two that contradict each other', [10, 5000, 90_000, 10], [1, 4], 2],
  ['one that is confirmed after one that is not', [10, 900_000, 5000, 5100], [1, 3, 4], 1],
  ['the last row, which nothing confirms', [10, 11, 5000], [1, 2], 1],
])('a suspect price among imported bars is accepted or quarantined: %s', (_name, prices, accepted, quarantined) => {
  const { bars, rows, reasons } = run(prices.map((price, at) => flat(at + 1, price)))
  expect(daysOf(bars)).toEqual(accepted)
  expect(rows.accepted).toBe(accepted.length)
  expect(reasons).toEqual(quarantined === 0 ? {} : { outlier: quarantined })
  expect(rows.last).toBe(Date.parse(`2024-01-${String(accepted.at(-1)).padStart(2, '0')}`))
})

test('outliers among imported bars are accepted if the operator allows them', () => {
  const { bars, reasons } = run([flat(1, 10), flat(2, 5000), flat(3, 10)], { acceptOutliers: true })
  expect(daysOf(bars)).toEqual([1, 2, 3])
  expect(reasons).toEqual({})
})

test('an unconfirmed outlier is refused as a duplicate if the file has an accepted row of the same time', () => {
  const { bars, reasons } = run([flat(1, 10), flat(2, 5000), flat(2, 4900), flat(3, 4950)])
  expect(daysOf(bars)).toEqual([1, 2, 3])
  expect(reasons).toEqual({ duplicate: 1 })
})
