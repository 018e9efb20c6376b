import { expect, test } from 'vitest'
import { expandHolidays } from './holiday-rules.ts'

const closed = (rules: string): string[] => expandHolidays(`2021..2023\n${rules}`).days.map(({ date }) => date)

test.each([
  ['0704', ['2022-07-04', '2023-07-04']],
  ['0704~near', ['2021-07-05', '2022-07-04', '2023-07-04']],
  ['0101~sun', ['2021-01-01', '2023-01-02']],
  ['0101~mon', ['2021-01-01', '2022-01-03', '2023-01-02']],
  ['1224~fri', ['2021-12-24', '2022-12-23', '2023-12-22']],
  ['1225~near@2022..', ['2022-12-26', '2023-12-25']],
  ['1225~near@..2021', ['2021-12-24']],
  ['easter-2', ['2021-04-02', '2022-04-15', '2023-04-07']],
  ['orthodox+1@2022', ['2022-04-25']],
  ['thu>1122', ['2021-11-25', '2022-11-24', '2023-11-23']],
  ['mon<0524', ['2021-05-24', '2022-05-23', '2023-05-22']],
  ['newyear+1', ['2022-02-02', '2023-01-23']],
  ['20220131..0204', ['2022-01-31', '2022-02-01', '2022-02-02', '2022-02-03', '2022-02-04']],
])('the holiday rule %s means the dates %s', (rule, dates) => {
  expect(closed(`Holiday: ${rule}`)).toEqual(dates)
})

test('if Monday is also a holiday, a Sunday holiday moves to Tuesday and gets the name of the substitute', () => {
  const { days } = expandHolidays('2022..2022\nChristmas Day|In lieu: 1225~mon\nBoxing Day: 1226~mon')
  expect(days).toEqual([
    { date: '2022-12-26', name: 'Boxing Day', close: null },
    { date: '2022-12-27', name: 'In lieu', close: null },
  ])
})

test('a short-day rule sets the close, or the open and the close; a full holiday on that date takes precedence', () => {
  const { days } = expandHolidays(
    '2023..2023\nEve: 1222-1300 0407-1300\nExam: 20231116-1000-1630\nGood Friday: easter-2',
  )
  expect(days).toEqual([
    { date: '2023-04-07', name: 'Good Friday', close: null },
    { date: '2023-11-16', name: 'Exam', close: 990, open: 600 },
    { date: '2023-12-22', name: 'Eve', close: 780 },
  ])
})

test('a holiday rule skips the weekend days of its calendar and the dates listed after "except"', () => {
  expect(closed('Holiday: 0922..0925@2023\nexcept: 20230925')).toEqual(['2023-09-22'])
  expect(expandHolidays('2023..2023 56\nHoliday: 0922..0925').days.map(({ date }) => date)).toEqual([
    '2023-09-24',
    '2023-09-25',
  ])
})

test('an unreadable holiday rule throws an error with its name and text', () => {
  expect(() => expandHolidays('2023..2023\nHoliday: 13th')).toThrow('Holiday has an unreadable rule: 13th')
})
