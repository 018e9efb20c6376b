import { expect, test } from 'vitest'
import { boardOf } from './board.ts'
import { chartReducer, initialState } from './chart-state.ts'
import { linkMax, readShared, writeShared } from './shared-chart.ts'

const state = chartReducer(
  { ...initialState, ticker: 'HKEX:700', interval: '4h' },
  { do: 'addIndicator', name: 'boll' },
)
const drawings = [
  {
    id: 'draw-1',
    tool: 'segment',
    points: [
      { timestamp: 1, value: 2 },
      { timestamp: 3, value: 4.5 },
    ],
    text: '恒生',
  },
]

test('a share link shows the chart from which it was made, with its drawings', async () => {
  const hash = await writeShared({ board: boardOf(state), drawings })
  expect(hash).toMatch(/^#chart=[\w-]+$/)
  expect(hash.length).toBeLessThan(linkMax)
  expect(await readShared(hash)).toEqual({ board: boardOf(state), drawings })
})

test.each(['#chart=', '#chart=abc', '#chart=%%%', '#chart=e30'])(
  'the invalid share link %s shows no chart',
  async (hash) => {
    expect(await readShared(hash)).toBeNull()
  },
)

test('a truncated share link shows no chart', async () => {
  const hash = await writeShared({ board: boardOf(state), drawings })
  expect(await readShared(hash.slice(0, -20))).toBeNull()
})
