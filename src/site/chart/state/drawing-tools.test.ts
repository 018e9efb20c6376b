import { expect, test } from 'vitest'
import { locales } from '#src/contract/locale.ts'
import { allWords } from '#src/locales/all-words.ts'
import { drawingTools, toolWord } from './drawing-tools.ts'

test.each(locales)(
  'the texts in %s name every drawing tool, and the home page does not state the number of tools',
  (locale) => {
    const { chart, home } = allWords[locale]
    expect(Object.keys(chart.drawing.tools).sort()).toEqual(drawingTools.map(toolWord).sort())
    expect(home.app.chart.text).not.toMatch(/\d/)
  },
)
