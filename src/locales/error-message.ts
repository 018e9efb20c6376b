import { createTranslator } from 'use-intl/core'
import { type ErrorName, errorCatalogue, type RefusalDetail } from '#src/contract/errors.ts'
import { type Locale, languages } from '#src/contract/locale.ts'
import { barIntervals, intervalMs } from '#src/contract/market.ts'
import { namesOf } from '#src/contract/record.ts'
import enUS from './en-US/errors.ts'
import { loadWords } from './load-words.ts'
import { problemsMessage } from './problem-message.ts'

const words = await loadWords('errors', enUS)

const intervals = barIntervals.toSorted((a, b) => intervalMs[a] - intervalMs[b]).join(', ')

/** Defaults of arguments that choose a message's wording. Any other absent argument becomes an ellipsis. */
const absent = {
  ...{ plan: 'none', problems: 'none', state: 'none', step: 'pages', lines: 0, size: '64 KiB', wait: 'none' },
  ...{ on: 'rest', accepts: 'other', allowed: intervals },
}

/** Characters of ICU syntax: arguments, quotes, tags. */
const formatted = /[{}'<>]/

type Format = (name: ErrorName, values: Record<string, string | number>) => string
const formats = new Map<Locale, Format>()
const unitSeconds = { second: 1, minute: 60, hour: 3_600 }
const waitFormats = new Map<string, Intl.NumberFormat>()

function formatOf(locale: Locale): Format {
  const known = formats.get(locale)
  if (known) return known
  const messages: Record<string, string> = words[locale]
  const translate = createTranslator({ locale, messages, timeZone: 'UTC', onError: (error) => throwError(error) })
  const format: Format = (name, values) => translate(name, values)
  formats.set(locale, format)
  return format
}

function throwError(error: Error): never {
  throw error
}

/**
 * The message for a refusal in `locale`, filled with `param`, `retryAfter` as `wait` ("59 minutes"), `problems`, the
 * accepted values and `values`.
 */
export function errorMessage(locale: Locale, error: ErrorName, detail: RefusalDetail = {}): string {
  const message: unknown = words[locale][error]
  if (typeof message === 'string' && !formatted.test(message)) return message
  const given: Record<string, string | number> = {
    ...ellipses(message),
    ...absent,
    ...accepted(locale, detail),
    ...detail.values,
  }
  if (detail.problems?.length) given.problems = problemsMessage(locale, detail.problems)
  if (detail.param !== undefined) given.param = detail.param
  if (detail.retryAfter !== undefined && detail.retryAfter > 0) given.wait = waitText(locale, detail.retryAfter)
  return formatOf(locale)(error, given)
}

/** A time in seconds, rounded up: seconds up to two minutes, minutes up to two hours, then hours. */
function waitText(locale: Locale, seconds: number): string {
  const unit = seconds <= 120 ? 'second' : seconds <= 7_200 ? 'minute' : 'hour'
  const name = `${locale} ${unit}`
  // The long Chinese units, such as 秒钟, are colloquial.
  const unitDisplay = locale.startsWith('zh') ? 'short' : 'long'
  const format = waitFormats.get(name) ?? new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay })
  waitFormats.set(name, format)
  return format.format(Math.ceil(seconds / unitSeconds[unit])).replace(/(?<=\d)(?=\p{Script=Han})/u, ' ')
}

/** The values or the range that `extra` says a parameter accepts. */
function accepted(locale: Locale, { extra: { allowed, min, max } = {} }: RefusalDetail): Record<string, string> {
  if (Array.isArray(allowed)) return { accepts: 'list', allowed: allowed.join(languages[locale].marks.items) }
  return min === undefined || max === undefined ? {} : { accepts: 'range', min: String(min), max: String(max) }
}

function ellipses(message: unknown): Record<string, string> {
  return Object.fromEntries(argumentNames(message).map((name) => [name, '…']))
}

/** The argument names of a message: ICU text, or compiled parts (the site's bundle) with arguments `[name, …]`. */
function argumentNames(message: unknown): string[] {
  if (typeof message === 'string') return [...message.matchAll(/\{(\w+)/g)].map(([, name = '']) => name)
  if (Array.isArray(message))
    return message.flatMap((part: unknown) =>
      Array.isArray(part) ? [String(part[0]), ...part.slice(1).flatMap(argumentNames)] : argumentNames(part),
    )
  return typeof message === 'object' && message !== null ? Object.values(message).flatMap(argumentNames) : []
}

export function errorTable(locale: Locale): { name: ErrorName; status: number; code: number; message: string }[] {
  return namesOf(errorCatalogue).map((name) => ({
    name,
    status: errorCatalogue[name].status,
    code: errorCatalogue[name].code,
    message: errorMessage(locale, name),
  }))
}
