import { expect, test } from 'vitest'
import { unmeasured, whyUnpublished } from './figures.ts'

test('figures of uncommitted code or of a shortened run are not published', () => {
  expect(whyUnpublished(['src/site/content/benches/figures.json'], { PATH: '/bin' })).toBeNull()
  expect(whyUnpublished(['src/main.mjs'], {})).toBe('these files are not committed: src/main.mjs')
  expect(whyUnpublished([], { BENCH_SECONDS: '1' })).toBe('BENCH_SECONDS changes the run')
})

test('earlier figures of peers that a new run did not measure are listed as unmeasured', () => {
  const figure = { figure: 'kline, hot', value: 1, unit: '/s' }
  const before = [{ ...figure, id: 'klineServer' as const }, { ...figure, id: 'klineGo' as const }, figure]
  expect(unmeasured(before, [{ ...figure, id: 'klineServer' }])).toEqual(['klineGo'])
})
