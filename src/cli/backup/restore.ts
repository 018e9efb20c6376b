import { resolve } from 'node:path'
import { skipGivenAddresses } from '#src/billing/deposits/deposit-address.ts'
import { openEncrypted } from '#src/platform/backup/encrypted-backup.ts'
import { openBackup } from '#src/platform/backup/folder.ts'
import { noteRestored } from '#src/platform/backup/records.ts'
import { systemClock } from '#src/platform/clock.ts'
import { passFences } from '#src/platform/leases/lease.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { restoreBackup } from '#src/roles/backup/restore-backup.ts'
import { actor } from '../terminal/actor.ts'
import { one, parse } from '../terminal/arguments.ts'
import type { OfflineCommand } from '../terminal/offline-command.ts'
import { identityOption, readIdentities } from './identity.ts'
import { verifyAndPrint } from './verify.ts'

export const restore: OfflineCommand = {
  isOffline: true,
  name: 'backup restore',
  usage: 'backup restore <folder> [--identity <file>]',
  summary: 'Load a backup, or the newest of a folder, into empty stores and an empty DATA_DIR',
  async run(config, args, io, log) {
    const { positionals, values } = parse(args, identityOption)
    const found = await openBackup(resolve(io.cwd, one(positionals, this.usage)))
    const backup = await openEncrypted(found, readIdentities(io, values.identity))
    const { id, madeAt } = backup.manifest
    await restoreBackup(config, backup, {
      ...{ log, signal: io.signal, progress: io.progress },
      include: { postgres: true, clickhouse: backup.manifest.clickhouse !== null, files: true },
      async verify() {
        if ((await verifyAndPrint(backup, io)) !== null)
          throw new SettingsError(`The backup ${backup.path} is damaged. Nothing was restored.`)
      },
      async finish(postgres) {
        await postgres.transaction(async (tx) => {
          await passFences(tx, madeAt)
          await skipGivenAddresses(tx)
          await postgres.audit(tx, actor, 'backup.restore', id)
        })
        await noteRestored(postgres, backup, systemClock.now())
      },
    })
    if (backup.manifest.clickhouse === null)
      io.print('It has no history: run RESTORE … ON CLUSTER of ClickHouse before the start.')
    io.print(`${id} is restored: everything up to ${new Date(madeAt).toISOString()}. Start the product.`)
  },
}
