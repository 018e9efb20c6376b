import { expect, test } from 'vitest'
import { parseInterval } from '../bars/interval.ts'
import { parseInstant } from './instant.ts'

test.each([
  ['1731688569840', 1731688569840],
  ['1731688569', 1731688569000],
  ['2024-11-15', Date.UTC(2024, 10, 15)],
  ['2024-11-15T12:00:00Z', Date.UTC(2024, 10, 15, 12)],
  ['2024-11-15T12:00:00.5+08:00', Date.UTC(2024, 10, 15, 4, 0, 0, 500)],
  ['2024-11-15T12:00 08:00', Date.UTC(2024, 10, 15, 4)],
  ['2024-11-15 12:00', Date.UTC(2024, 10, 15, 12)],
  ['883699200000', 883699200000],
  ['-883699200000', -883699200000],
  ['-86400', -86_400_000],
  ['0', 0],
  ['20210331', Date.UTC(2021, 2, 31)],
  ['19691231', Date.UTC(1969, 11, 31)],
  ['20210229', null],
  ['20211301', null],
  ['20210400', null],
  ['-20210331', -20_210_331_000],
  ['99999999999', null],
  ['99999999999999', null],
  ['-', null],
  ['1e12', null],
  ['2025-02-30', null],
  ['2025-01-01T24:00:00', null],
  ['0001-01-01', null],
  ['NaN', null],
  ['', null],
  ['tomorrow', null],
])('the time %j is parsed as %s', (text, expected) => expect(parseInstant(text)).toBe(expected))

test.each([
  ['1', '1m'],
  ['10', '1M'],
  ['5m', '5m'],
  ['1H', '1h'],
  ['1M', '1M'],
  ['1m', '1m'],
  ['day', '1d'],
  ['7m', null],
  ['0d', null],
  ['11', null],
  ['1y1d', null],
])('the interval %j is parsed as %s', (text, expected) => expect(parseInterval(text)).toBe(expected))
