import { openEncrypted } from '#src/platform/backup/encrypted-backup.ts'
import { keyOf, openPlace } from '#src/platform/backup/places/open-place.ts'
import { locate, openBackup } from '#src/platform/backup/places/place.ts'
import type { Log } from '#src/platform/platform.ts'
import type { CommandIo } from '#src/platform/server/control.ts'
import { type Config, SettingsError } from '#src/platform/settings.ts'
import { joinStores } from '#src/roles/backup/join-stores.ts'
import { openPlatform } from '#src/roles/open-platform.ts'
import { assertServersFree, restoreBackup } from '#src/roles/restore/restore-backup.ts'
import { dryRun, one, parse } from '../terminal/arguments.ts'
import type { OfflineCommand } from '../terminal/offline-command.ts'
import { identityOption, readIdentities } from './identity.ts'
import { refuseIfDamaged } from './verify.ts'

export const join: OfflineCommand = {
  isOffline: true,
  name: 'backup join',
  usage: 'backup join [<folder or s3://…>] [--identity <file>] [--dry-run]',
  summary:
    'After PostgreSQL was restored to a point in time by its own tools: fill the other stores from a backup, or keep them, and let all go on together',
  async run(config, args, io, log) {
    if (!config.settings.hasDatabaseUrl)
      throw new SettingsError('This is for a PostgreSQL of your own: set DATABASE_URL to the restored one.')
    const { positionals, values } = parse(args, { ...identityOption, ...dryRun })
    const identities = readIdentities(io, values.identity)
    const isDryRun = values['dry-run'] === true
    if (positionals.length === 0 && isDryRun)
      return io.print('The stores would stay as they are, and go on from what PostgreSQL knows.')
    if (positionals.length === 0) return settle(config, null, io, log)
    const { place: location, name } = await locate(one(positionals, this.usage), io.cwd)
    await using place = await openPlace(location, config.settings.dataDir, keyOf(config))
    const backup = await openEncrypted(await openBackup(place, name), identities)
    const filling = {
      ...{ log, signal: io.signal, progress: io.progress },
      include: { postgres: false, clickhouse: backup.manifest.clickhouse !== null, files: true },
    }
    const verify = () => refuseIfDamaged(backup, io)
    if (isDryRun) {
      await assertServersFree(config, filling)
      await verify()
      return io.print(
        `The other stores would be filled from ${backup.manifest.id}, and go on from what PostgreSQL knows.`,
      )
    }
    await restoreBackup(config, backup, { ...filling, verify, finish: async () => {} })
    await settle(config, backup, io, log)
  },
}

async function settle(
  config: Config,
  backup: Parameters<typeof joinStores>[1],
  io: CommandIo,
  log: Log,
): Promise<void> {
  await using ctx = await openPlatform(config, { log, signal: io.signal, progress: io.progress })
  const { at, isHistoryOlder, forgotten, missing } = await joinStores(ctx, backup)
  const minute = (time: number) => new Date(time).toISOString()
  io.print(`PostgreSQL knows everything up to ${minute(at)}, and the other stores go on with it. Start the product.`)
  if (backup && isHistoryOlder)
    io.print(
      `History is of ${minute(backup.manifest.madeAt)}: what the tape does not hold since then is missing in it.`,
    )
  if (forgotten > 0) io.print(`${forgotten} archive files of the time between are made again.`)
  for (const name of missing) io.print(`The archive lacks ${name}: put it back from a copy.`)
}
