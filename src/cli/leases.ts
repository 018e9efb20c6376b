import { listLeases } from '#src/platform/leases/lease.ts'
import type { Command } from '#src/platform/server/control.ts'

export const leases: Command = {
  name: 'leases',
  usage: 'leases',
  summary: 'Work that one process at a time does, and which process does it now',
  async run(ctx, _args, io) {
    const all = await listLeases(ctx.postgres.db)
    if (all.length === 0) io.print('No process has fed, recorded or watched payments yet.')
    for (const { name, holder, since, fence } of all) {
      const from = since === null ? '' : `since ${new Date(since).toISOString().slice(0, 19)}Z`
      io.print([name.padEnd(16), holder ?? 'no process', from, `holder ${fence}`].filter(Boolean).join('  '))
    }
  },
}
