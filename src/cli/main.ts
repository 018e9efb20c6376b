import { newRing } from '#src/platform/data-dir/keyring.ts'
import { createLog } from '#src/platform/log/log.ts'
import { type Command, commandFailure } from '#src/platform/server/control.ts'
import { readConfig } from '#src/roles/config.ts'
import { commands, offlineCommands } from './commands.ts'
import type { OfflineCommand } from './terminal/offline-command.ts'
import { runCommand } from './terminal/run-command.ts'
import { terminalIo } from './terminal/terminal-io.ts'

process.exitCode = await main(process.argv.slice(2))

async function main(args: readonly string[]): Promise<number> {
  const command = findCommand(args)
  const wantsHelp = args.includes('--help') || args.includes('-h')
  if (args[0] === 'keyring' && args.length === 1) {
    process.stdout.write(`${newRing()}\n`)
    return 0
  }
  if (!command || wantsHelp) {
    process.stdout.write(command ? `${command.summary}\n\n  npm run tapewire -- ${command.usage}\n` : overview())
    return command || wantsHelp || args.length === 0 ? 0 : 2
  }
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort())
  const io = terminalIo(stop.signal)
  const log = createLog({ level: 'warn', readable: process.stdout.isTTY === true })
  try {
    await runCommand(readConfig(), command, args.slice(command.name.split(' ').length), io, log)
    io.end()
    return 0
  } catch (error) {
    io.end()
    if (stop.signal.aborted) return 130
    process.stderr.write(`${commandFailure(log, error)}\n`)
    return 1
  }
}

/** The longest command name that the arguments begin with: `import bars` before `import`. */
function findCommand(args: readonly string[]): Command | OfflineCommand | undefined {
  const fits = (command: { name: string }) => command.name.split(' ').every((word, index) => args[index] === word)
  return [...commands, ...offlineCommands].filter(fits).sort((a, b) => b.name.length - a.name.length)[0]
}

function overview(): string {
  const rows: [string, string][] = [
    ...[...commands, ...offlineCommands].map(({ usage, summary }): [string, string] => [usage, summary]),
    ['keyring', 'Print a new key ring for KEYRING'],
  ]
  const lines = rows.map(([usage, summary]) => `  ${usage}\n      ${summary}`)
  return `The operator's tool. It works while the product runs and while it is stopped; "backup restore", "backup join" and "backup move" only while it is stopped.\n\n  npm run tapewire -- <command> [--help]\n\n${lines.join('\n')}\n`
}
