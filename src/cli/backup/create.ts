import { resolve } from 'node:path'
import { keepNewest } from '#src/platform/backup/folder.ts'
import { noteBackup } from '#src/platform/backup/records.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { makeBackup } from '#src/roles/backup/make-backup.ts'
import { actor } from '../terminal/actor.ts'
import { one, parse } from '../terminal/arguments.ts'
import { mebibytes } from './describe-part.ts'

export const create: Command = {
  name: 'backup create',
  usage: 'backup create <folder> [--keep <n>]',
  summary: 'Save the whole installation below a folder, while it runs; --keep removes the oldest above that number',
  async run(ctx, args, io) {
    const { positionals, values } = parse(args, { keep: { type: 'string' } })
    const folder = resolve(io.cwd, one(positionals, this.usage))
    const keep = values.keep === undefined ? null : Number(values.keep)
    if (keep !== null && (!Number.isInteger(keep) || keep < 1)) throw new SettingsError(`Usage: ${this.usage}`)
    const { backupRecipients: recipients } = ctx.settings
    const made = await makeBackup(ctx, { folder, recipients, signal: io.signal, progress: io.progress })
    await noteBackup(ctx.postgres, actor, made)
    const shared = made.reused > 0 ? `, ${mebibytes(made.reused)} of it shared with the one before` : ''
    const encrypted = recipients.length > 0 ? ', encrypted' : ''
    io.print(`${made.path} is complete: ${mebibytes(made.bytes)}${shared}${encrypted}.`)
    if (!made.manifest.isRecorded)
      io.print('The recorder was behind, or no process records: the last ticks may be missing in it.')
    if (made.manifest.clickhouse === null)
      io.print('History is on a cluster and not in it: run BACKUP … ON CLUSTER of ClickHouse now.')
    if (keep === null) return
    const gone = await keepNewest(folder, keep)
    if (gone.length > 0) io.print(`Removed: ${gone.join(', ')}.`)
  },
}
