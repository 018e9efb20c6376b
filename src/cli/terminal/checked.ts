import { isRefusal } from '#src/contract/errors.ts'
import { errorMessage } from '#src/locales/error-message.ts'
import type { Command, CommandIo } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { faultIn, grammarOf } from '../usage/grammar.ts'
import type { OfflineCommand } from './offline-command.ts'

/** Returns a command that first refuses arguments that its usage does not name, and that words its refusals. */
export function checked(command: Command): Command {
  const { withoutInstallation } = command
  return {
    ...command,
    ...(typeof withoutInstallation === 'function' && {
      withoutInstallation: (args, io) => inWords(args, async () => withoutInstallation(...accepted(command, args, io))),
    }),
    run: (ctx, args, io) => inWords(args, async () => command.run(ctx, ...accepted(command, args, io))),
  }
}

export function checkedOffline(command: OfflineCommand): OfflineCommand {
  return {
    ...command,
    run: (config, args, io, log) => inWords(args, async () => command.run(config, ...accepted(command, args, io), log)),
  }
}

const argumentsShown = 100

async function inWords(args: readonly string[], run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!isRefusal(error)) throw error
    const isUnknown = error.error === 'not_found'
    const sentence = isUnknown
      ? `There is nothing of that number or name: ${args.join(' ').slice(0, argumentsShown)}`
      : errorMessage('en-US', error.error, error.detail)
    throw new SettingsError(sentence, { cause: error })
  }
}

/** Removes `--json`, which makes `show` print facts as JSON and suppresses sentences. */
function accepted(
  command: Command | OfflineCommand,
  args: readonly string[],
  io: CommandIo,
): [readonly string[], CommandIo] {
  const fault = faultIn(command, args)
  if (fault !== null) throw new SettingsError(fault)
  if (!grammarOf(command).flags.has('json') || !args.includes('--json')) return [args, io]
  const json = (fact: object) => io.print(JSON.stringify(fact, (_, value) => jsonValue(value)))
  return [args.filter((arg) => arg !== '--json'), { ...io, json, print: () => {} }]
}

function jsonValue(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  return value instanceof Map ? Object.fromEntries(value) : value
}

/** Prints a fact as lines of text or, with `--json`, as one line of JSON. */
export function show(io: CommandIo, fact: object, ...lines: readonly string[]): void {
  if (io.json) io.json(fact)
  else for (const line of lines) io.print(line)
}
