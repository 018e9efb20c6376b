import { chainAll } from '#src/audit/chain.ts'
import { assertInstalled, isInstalled } from '#src/platform/backup/stores/installed-store.ts'
import type { Log } from '#src/platform/platform.ts'
import { type Command, type CommandIo, sendCommand } from '#src/platform/server/control.ts'
import type { Config } from '#src/platform/settings.ts'
import { openPlatform } from '#src/roles/open-platform.ts'
import type { OfflineCommand } from './offline-command.ts'

/**
 * Runs an offline command directly, and any other command inside the running product. If the product does not run,
 * opens the stores for the command.
 */
export async function runCommand(
  config: Config,
  command: Command | OfflineCommand,
  args: readonly string[],
  io: CommandIo,
  log: Log,
): Promise<void> {
  if ('isOffline' in command) return command.run(config, args, io, log)
  const { dataDir } = config.settings
  if (await sendCommand(dataDir, { command: command.name, args: [...args], cwd: io.cwd }, io)) return
  const { withoutInstallation } = command
  if (withoutInstallation !== 'create' && !(await isInstalled(config))) {
    if (withoutInstallation) return withoutInstallation(args, io)
    await assertInstalled(config)
  }
  await using ctx = await openPlatform(config, { log, signal: io.signal, progress: () => {} })
  try {
    await command.run(ctx, args, io)
  } finally {
    // Otherwise the audit rows of the command would wait for the next start, and count as late.
    await chainAll(ctx).catch((error: unknown) => log.debug('audit rows could not be chained', { error }))
  }
}
