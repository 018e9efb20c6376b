import { parseArgs } from 'node:util'
import { isRefusal } from '#src/contract/errors.ts'
import { errorMessage } from '#src/locales/error-message.ts'
import { parseInstant } from '#src/market/calendar/instant.ts'
import type { Command } from '#src/platform/server/control.ts'
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

export function spoken(command: Command): Command {
  return {
    ...command,
    async run(ctx, args, io) {
      try {
        await command.run(ctx, args, io)
      } catch (error) {
        if (isRefusal(error) && error.error === 'not_found')
          throw new SettingsError(`There is nothing of that number: ${args[0]}.`)
        if (isRefusal(error)) throw new SettingsError(errorMessage('en-US', error.error, error.detail))
        throw error
      }
    },
  }
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
