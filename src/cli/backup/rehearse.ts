import { locate } from '#src/platform/backup/places/place.ts'
import type { Command } from '#src/platform/server/control.ts'
import { rehearseRestore } from '#src/roles/restore/rehearsal.ts'
import { parse } from '../terminal/arguments.ts'
import { identityOption, readIdentities } from './identity.ts'
import { usualLocation } from './location.ts'

export const rehearse: Command = {
  name: 'backup rehearse',
  usage: 'backup rehearse [<folder or s3://…>] [--identity <file>]',
  summary: 'Restore a backup, or the newest of a place, into a folder, count what comes back, and remove it',
  async run(ctx, args, io) {
    const { positionals, values } = parse(args, identityOption)
    const { place: location, name } = await locate(usualLocation(ctx.settings, positionals, this.usage), io.cwd)
    const identities = readIdentities(io, values.identity)
    const { signal, progress } = io
    const { id, tables, history, files } = await rehearseRestore(ctx, { location, name, identities, signal, progress })
    const count = (value: number) => value.toLocaleString('en-US')
    io.print(
      `${id} came back whole: ${count(tables)} rows of PostgreSQL, ${count(history)} of ClickHouse, ${count(files)} files.`,
    )
  },
}
