import {
  dateOrders,
  decimalMarks,
  encodings,
  groupMarks,
  type ReadingOptions,
  separators,
  timeUnits,
} from '#src/contract/data/reading.ts'
import { isTimeZone } from '#src/contract/values/clock.ts'
import type { TargetFlags } from '#src/market/import/file/source-file.ts'
import { SettingsError } from '#src/platform/settings.ts'

export type ImportArguments = { files: string[]; flags: TargetFlags; isDryRun: boolean }

const targetFlags = ['class', 'region', 'code', 'interval', 'map'] as const
const readingFlags = ['separator', 'decimal', 'thousands', 'encoding', 'times', 'dates', 'zone'] as const
const switches = ['--accept-outliers', '--dry-run'] as const

/** Names for characters that are hard to type in a shell. */
const marks: Readonly<Record<string, string>> = {
  ...{ comma: ',', semicolon: ';', tab: '\t', bar: '|', point: '.', blank: ' ', apostrophe: "'", none: '' },
}

/** Reads the arguments of an import: files, and flags anywhere between them. */
export function readImportArguments(args: readonly string[]): ImportArguments {
  const read: ImportArguments = { files: [], flags: {}, isDryRun: false }
  for (let at = 0; at < args.length; at += 1) {
    const [, word = '', inline] = /^([^=]*)(?:=(.*))?$/s.exec(args[at] ?? '') ?? []
    if (!word.startsWith('--')) {
      read.files.push(args[at] ?? '')
      continue
    }
    if (word === '--dry-run') read.isDryRun = true
    else if (word === '--accept-outliers') read.flags.acceptOutliers = true
    else {
      const name = [...targetFlags, ...readingFlags].find((flag) => `--${flag}` === word)
      if (!name) throw new SettingsError(`${word} is not a flag of import. There are ${allFlags()}.`)
      const value = inline ?? args[++at]
      if (value === undefined || (value === '' && name !== 'thousands'))
        throw new SettingsError(`${word} needs a value.`)
      setFlag(read.flags, name, value)
    }
  }
  return read
}

function allFlags(): string {
  return [...targetFlags, ...readingFlags]
    .map((name) => `--${name}`)
    .concat(switches)
    .join(', ')
}

type FlagName = (typeof targetFlags)[number] | (typeof readingFlags)[number]

function setFlag(flags: TargetFlags, name: FlagName, value: string): void {
  const target = targetFlags.find((one) => one === name)
  if (target) flags[target] = value
  else flags.reading = { ...flags.reading, ...optionOf(name as (typeof readingFlags)[number], value) }
}

function optionOf(name: (typeof readingFlags)[number], value: string): ReadingOptions {
  const mark = marks[value.toLowerCase()] ?? value
  const text = value.toLowerCase()
  switch (name) {
    case 'separator':
      return { separator: oneOf(name, separators, mark) }
    case 'decimal':
      return { decimal: oneOf(name, decimalMarks, mark) }
    case 'thousands':
      return { groups: oneOf(name, groupMarks, mark) }
    case 'encoding':
      return { encoding: oneOf(name, encodings, text) }
    case 'times':
      return { times: oneOf(name, ['text', ...timeUnits], text) }
    case 'dates':
      return { dates: oneOf(name, dateOrders, text) }
    case 'zone':
      if (!isTimeZone(value))
        throw new SettingsError(`--zone ${value} is no time zone. Write it like America/New_York.`)
      return { zone: value }
  }
}

function oneOf<const T extends string>(name: string, allowed: readonly T[], value: string): T {
  const found = allowed.find((one) => one === value)
  if (found !== undefined) return found
  const words = allowed.map((one) => Object.entries(marks).find(([, mark]) => mark === one)?.[0] ?? one)
  throw new SettingsError(`--${name} is one of ${words.join(', ')}.`)
}
