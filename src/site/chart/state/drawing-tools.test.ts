import { expect, test } from 'vitest'
import enUS from '#src/locales/en-US.ts'
import zhCN from '#src/locales/zh-CN.ts'
import zhHK from '#src/locales/zh-HK.ts'
import { drawingTools, toolWord } from './drawing-tools.ts'

test.each(Object.entries({ enUS, zhCN, zhHK }))(
  '%s names every drawing tool and types no count of them',
  (_, words) => {
    const { tools } = words.chart.drawing
    expect(Object.keys(tools).sort()).toEqual(drawingTools.map(toolWord).sort())
    expect(words.home.app.chart.text).not.toMatch(/\d/)
  },
)
