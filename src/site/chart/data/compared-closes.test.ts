import { expect, test, vi } from 'vitest'
import { ApiError } from '#sdk/typescript/error.ts'
import { bar, bars, HeldSource, settled } from '#test/fixtures/held-source.ts'
import { pageSize, retryMs } from './bar-loader.ts'
import { ComparedSymbols } from './compared-closes.ts'

const daily = { interval: '1d', adjust: 'none' } as const

function open() {
  const source = new HeldSource()
  const failed: string[] = []
  const symbols = new ComparedSymbols(source, { changed: () => {}, failed: (ticker) => failed.push(ticker) })
  const times = (ticker: string) => symbols.loaded.get(ticker)?.map(({ t }) => t)
  const show = async (tickers: readonly string[], subject: Parameters<typeof symbols.show>[1] = daily) => {
    symbols.show(tickers, subject)
    await settled()
  }
  return { source, failed, symbols, times, show }
}

test('adding a compared symbol loads only its bars, and a new interval reloads the bars of all compared symbols', async () => {
  const { source, symbols, show } = open()
  await show(['A:A'])
  await source.requests[0]?.answer({ bars: bars(10, 12) })
  await show(['A:A', 'B:B'])
  expect([source.requests.length, [...symbols.loaded.keys()]]).toEqual([2, ['A:A']])
  await show(['A:A', 'B:B'], { interval: '1h', adjust: 'none' })
  expect([source.requests.length, symbols.loaded.size]).toEqual([4, 0])
})

test('closes of a compared symbol are loaded as far back as the chart and updated by live prices', async () => {
  const { source, symbols, times, show } = open()
  await show(['A:A'])
  await source.requests[0]?.answer({ bars: bars(10, 12), more: true })
  symbols.reach(7)
  expect(source.requests[1]?.wanted).toMatchObject({ limit: pageSize, before: 10 })
  await source.requests[1]?.answer({ bars: bars(8, 10), more: true })
  await source.requests[2]?.answer({ bars: bars(6, 8), more: true })
  expect([times('A:A'), source.requests.length]).toEqual([[6, 7, 8, 9, 10, 11], 3])
  source.live?.bar(bar(11, 99))
  source.live?.bar(bar(12))
  expect(symbols.loaded.get('A:A')?.slice(-2)).toEqual([
    { t: 11, c: 99 },
    { t: 12, c: 12 },
  ])
  source.live?.gap()
  expect(source.requests[3]?.wanted).toMatchObject({ from: 12 })
})

test('the retry of a failed read of compared closes covers the whole gap, or only the newest page if the gap exceeds a page', async () => {
  const { source, times, show } = open()
  await show(['A:A'])
  await source.requests[0]?.answer({ bars: bars(10, 12) })
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    source.live?.gap()
    await source.requests[1]?.fail(new Error('busy'))
    source.live?.bar(bar(3_000))
    vi.advanceTimersByTime(retryMs)
    expect(source.requests[2]?.wanted.from).toBe(11)
    await source.requests[2]?.answer({ bars: bars(11, 11 + pageSize), more: true })
    expect(source.requests[3]?.wanted).toEqual({ limit: pageSize, adjust: 'none' })
    await source.requests[3]?.answer({ bars: bars(2_001, 3_001), more: true })
    expect([times('A:A')?.[0], times('A:A')?.length]).toEqual([2_001, 1_000])
  } finally {
    vi.useRealTimers()
  }
})

test('a failure to load a compared symbol is reported, unless the reader has removed the symbol', async () => {
  const { source, failed, show } = open()
  await show(['A:A', 'B:B'])
  await show(['A:A'])
  await source.requests[1]?.fail(new Error('busy'))
  expect(failed).toEqual([])
  await source.requests[0]?.fail(new Error('busy'))
  expect(failed).toEqual(['A:A'])
})

test('a compared symbol whose first read meets a brief fault stays, and is read again', async () => {
  const { source, failed, times, show } = open()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    await show(['A:A'])
    await source.requests[0]?.fail(new ApiError('busy', { status: 503, code: 503, error: 'server_busy' }))
    vi.advanceTimersByTime(retryMs)
    await settled()
    await source.requests[1]?.answer({ bars: bars(10, 12) })
    expect([failed, times('A:A')]).toEqual([[], [10, 11]])
  } finally {
    vi.useRealTimers()
  }
})

test('if the new history of a compared symbol cannot be read, the chart keeps the loaded closes and retries the read', async () => {
  const { source, times, show } = open()
  await show(['A:A'])
  await source.requests[0]?.answer({ bars: bars(10, 12) })
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    source.live?.replaced()
    await source.requests[1]?.fail(new Error('busy'))
    expect(times('A:A')).toEqual([10, 11])
    vi.advanceTimersByTime(retryMs)
    await source.requests[2]?.answer({ bars: bars(20, 22) })
    expect([times('A:A'), source.requests.length]).toEqual([[20, 21], 3])
  } finally {
    vi.useRealTimers()
  }
})
