import { parseArgs } from 'node:util'
import { parseInstant } from '#src/market/calendar/instant.ts'
import { SettingsError } from '#src/platform/settings.ts'

type Options = Record<string, { type: 'string'; multiple?: boolean } | { type: 'boolean' }>

export function parse<const O extends Options>(args: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new SettingsError(error instanceof Error ? error.message : String(error))
  }
}

export function one(args: readonly string[], usage: string): string {
  const [value, ...more] = args
  if (!value || more.length > 0) throw new SettingsError(`Usage: ${usage}`)
  return value
}

export const dryRun = { 'dry-run': { type: 'boolean' } } as const

/** Options of acts that are reported to the customer. */
export const wordOptions = { reason: { type: 'string' }, note: { type: 'string' } } as const

/** `reason`: the customer reads it. `note`: only the staff read it. */
export function wordsIn({ reason = '', note = '' }: { reason?: string; note?: string }) {
  return { reason, note }
}

export function numberOf(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new SettingsError(`"${text}" is not a number.`)
  return Number(text)
}

export function timeFrom(name: string, text: string | undefined): number | null {
  const time = text === undefined ? null : parseInstant(text)
  if (text !== undefined && time === null)
    throw new SettingsError(`--${name} ${text} is not a time. Write it as 2026-12-01T00:00:00Z.`)
  return time
}

/** Formats a time as `2026-12-01T00:00`. */
export function minuteOf(time: number): string {
  return new Date(time).toISOString().slice(0, 16)
}
