import { placeAt } from '#src/platform/backup/places/open-place.ts'
import { locate } from '#src/platform/backup/places/place.ts'
import { backupSettings } from '#src/platform/backup/places/settings.ts'
import { noteBackup } from '#src/platform/backup/records.ts'
import type { KeepRule } from '#src/platform/backup/retention.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { makeBackup } from '#src/roles/backup/make-backup.ts'
import { actor } from '../terminal/actor.ts'
import { parse } from '../terminal/arguments.ts'
import { mebibytes } from './describe-part.ts'
import { usualLocation } from './location.ts'

export const create: Command = {
  name: 'backup create',
  usage: 'backup create [<folder or s3://…>] [--keep <n>]',
  summary: 'Save the whole installation, while it runs, to a place or to BACKUP_TO; --keep removes the oldest above it',
  async run(ctx, args, io) {
    const { positionals, values } = parse(args, { keep: { type: 'string' } })
    const { recipients } = ctx.settings.of(backupSettings)
    const { place: location } = await locate(usualLocation(ctx.settings, positionals, this.usage), io.cwd)
    await using place = await placeAt(ctx, location)
    const keep = keepOf(ctx, values.keep, positionals.length > 0, this.usage)
    const made = await makeBackup(ctx, { place, keep, recipients, signal: io.signal, progress: io.progress })
    await noteBackup(ctx.postgres, actor, made)
    const shared = made.reused > 0 ? `, ${mebibytes(made.reused)} of it shared with the one before` : ''
    const encrypted = recipients.length > 0 ? ', encrypted' : ''
    io.print(`${made.path} is complete: ${mebibytes(made.bytes)}${shared}${encrypted}.`)
    if (!made.manifest.isRecorded)
      io.print('The recorder was behind, or no process records: the last ticks may be missing in it.')
    if (made.manifest.clickhouse === null)
      io.print('History is on a cluster and not in it: run BACKUP … ON CLUSTER of ClickHouse now.')
    if (made.removed.length > 0) io.print(`Removed: ${made.removed.join(', ')}.`)
    if (made.notRemoved !== null) throw new SettingsError(`Older backups could not be removed: ${made.notRemoved}`)
  },
}

/**
 * The rule of `--keep`. Without `--keep`: the rule of the settings for BACKUP_TO, or null (all backups are kept) for a
 * location that the command names.
 */
function keepOf(ctx: Platform, keep: string | undefined, isNamed: boolean, usage: string): KeepRule | null {
  const { keep: newest, keepDays: days } = ctx.settings.of(backupSettings)
  if (keep === undefined) return isNamed ? null : { newest, days }
  if (!/^[1-9]\d{0,5}$/.test(keep)) throw new SettingsError(`Usage: ${usage}`)
  return { newest: Number(keep), days: 0 }
}
