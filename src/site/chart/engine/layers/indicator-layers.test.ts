import { expect, test } from 'vitest'
import { indicatorLayers, layerName } from './indicator-layers.ts'
import { breakLayer, sessionLayer } from './price-layers.ts'

test('indicators in the unit of the price get the decimals of the price, also in a separate pane', () => {
  const seriesOf = new Map(indicatorLayers().map(({ name, series }) => [name, series]))
  for (const name of ['sma', 'macd', 'atr', 'mtm', 'ao', 'stddev']) expect(seriesOf.get(layerName(name))).toBe('price')
  for (const name of ['rsi', 'roc', 'obv']) expect(seriesOf.get(layerName(name))).toBe('normal')
})

test('sessions and day breaks do not reduce the decimals of the price pane', () => {
  expect([sessionLayer().series, breakLayer().series]).toEqual(['price', 'price'])
})
