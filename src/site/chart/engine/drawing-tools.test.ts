import { expect, test } from 'vitest'
import { indicatorNames } from '#src/contract/indicators/catalogue.ts'
import enUS from '#src/locales/en-US.ts'
import zhCN from '#src/locales/zh-CN.ts'
import zhHK from '#src/locales/zh-HK.ts'
import { drawingTools } from './drawing-tools.ts'

test.each(Object.entries({ enUS, zhCN, zhHK }))(
  'the home page in %s counts the indicators and drawing tools that the chart has',
  (_, { home }) => {
    const counts = home.app.chart.text.match(/\d+/g)?.map(Number)
    expect(counts).toEqual([indicatorNames.length, drawingTools.length])
  },
)
