import { newRing } from '#src/platform/data-dir/keyring.ts'
import { createLog } from '#src/platform/log/log.ts'
import { commandFailure } from '#src/platform/server/control.ts'
import { readConfig } from '#src/roles/config.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { commands, offlineCommands } from './commands.ts'
import type { LocalCommand } from './terminal/offline-command.ts'
import { runCommand } from './terminal/run-command.ts'
import { terminalIo } from './terminal/terminal-io.ts'
import { printCompletion } from './usage/completion.ts'
import { faultIn } from './usage/grammar.ts'
import { findCommand, groupOf, helpOf, overview, unknownCommand } from './usage/overview.ts'

const localCommands: readonly LocalCommand[] = [
  {
    ...{ isLocal: true, name: 'keyring', usage: 'keyring', summary: 'Print a new key ring for KEYRING' },
    run: async (_args, io) => io.print(newRing()),
  },
  {
    isLocal: true,
    name: 'completion',
    usage: 'completion <bash|zsh|fish>',
    summary: 'Print a script for your shell: it defines "tapewire" for this installation and completes its commands',
    run: (args, io) => printCompletion(all, args, io),
  },
]
const all = [...commands, ...offlineCommands, ...localCommands]

/** Runs the command that the process's arguments name. Resolves with the exit code. */
export async function run(): Promise<number> {
  let isLost = false
  // A reader such as `head` may close the pipe early. The command then continues, so that its work is not half done.
  process.stdout.on('error', (cause: NodeJS.ErrnoException) => {
    if (cause.code === 'EPIPE' || isLost) return
    isLost = true
    process.stderr.write(`The output cannot be written: ${cause.message}\n`)
    // The last line may be written after the command is done.
    process.exitCode = 1
  })
  const code = await runArguments(process.argv.slice(2))
  return isLost ? 1 : code
}

async function runArguments(args: readonly string[]): Promise<number> {
  const [first] = args
  const command = findCommand(all, args)
  if (first === undefined || first === '--help' || first === '-h') return printed(overview(all))
  if (first === '--version') return printed(`${packageJson.version}\n`)
  if (args.includes('--help') || args.includes('-h')) {
    const described = command && groupOf(all, command.name).length === 1 ? [command] : groupOf(all, groupIn(args))
    if (described.length > 0) return printed(helpOf(described))
  }
  if (!command) return refused(unknownCommand(all, args))
  const own = args.slice(command.name.split(' ').length)
  const fault = faultIn(command, own)
  if (fault !== null) return refused(fault)
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort())
  const io = terminalIo(stop.signal)
  const log = createLog({ level: 'warn', readable: process.stdout.isTTY === true })
  try {
    if ('isLocal' in command) await command.run(own, io)
    else await runCommand(readConfig(), command, own, io, log)
    io.end()
    return 0
  } catch (error) {
    io.end()
    if (stop.signal.aborted) return 130
    process.stderr.write(`${commandFailure(log, error)}\n`)
    return 1
  }
}

/** The words before the first flag. */
function groupIn(args: readonly string[]): string {
  const flag = args.findIndex((arg) => arg.startsWith('-'))
  return args.slice(0, flag).join(' ')
}

function printed(text: string): number {
  process.stdout.write(text)
  return 0
}

function refused(text: string): number {
  process.stderr.write(`${text}\n`)
  return 2
}
