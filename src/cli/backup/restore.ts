import { skipGivenAddresses } from '#src/billing/deposits/deposit-address.ts'
import { openEncrypted } from '#src/platform/backup/encrypted-backup.ts'
import { keyOf, openPlace } from '#src/platform/backup/places/open-place.ts'
import { locate, openBackup } from '#src/platform/backup/places/place.ts'
import { noteRestored } from '#src/platform/backup/records.ts'
import { systemClock } from '#src/platform/clock.ts'
import { passFences } from '#src/platform/leases/lease.ts'
import { assertServersFree, restoreBackup } from '#src/roles/restore/restore-backup.ts'
import { actor } from '../terminal/actor.ts'
import { dryRun, parse } from '../terminal/arguments.ts'
import type { OfflineCommand } from '../terminal/offline-command.ts'
import { identityOption, readIdentities } from './identity.ts'
import { usualLocation } from './location.ts'
import { refuseIfDamaged } from './verify.ts'

export const restore: OfflineCommand = {
  isOffline: true,
  name: 'backup restore',
  usage: 'backup restore [<folder or s3://…>] [--identity <file>] [--dry-run]',
  summary: 'Load a backup, or the newest of a place, into empty stores and an empty DATA_DIR',
  async run(config, args, io, log) {
    const { positionals, values } = parse(args, { ...identityOption, ...dryRun })
    const { place: location, name } = await locate(usualLocation(config.settings, positionals, this.usage), io.cwd)
    await using place = await openPlace(location, config.settings.dataDir, keyOf(config))
    const found = await openBackup(place, name)
    const backup = await openEncrypted(found, readIdentities(io, values.identity))
    const { id, madeAt } = backup.manifest
    const filling = {
      ...{ log, signal: io.signal, progress: io.progress },
      include: { postgres: true, clickhouse: backup.manifest.clickhouse !== null, files: true },
    }
    const verify = () => refuseIfDamaged(backup, io)
    if (values['dry-run']) {
      await assertServersFree(config, filling)
      await verify()
      io.print(`${id} would be restored: everything up to ${new Date(madeAt).toISOString()}.`)
      return
    }
    await restoreBackup(config, backup, {
      ...filling,
      verify,
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
