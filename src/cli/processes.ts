import { divideTape } from '#src/feed/divide-tape.ts'
import { isShardCount } from '#src/platform/addressing/shards.ts'
import { listLeases } from '#src/platform/leases/lease.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { dryRun, one, parse } from './terminal/arguments.ts'
import { show } from './terminal/checked.ts'

export const leases: Command = {
  name: 'leases',
  usage: 'leases [--json]',
  summary: 'Work that one process at a time does, and which process does it now',
  async run(ctx, _args, io) {
    const all = await listLeases(ctx.postgres.db)
    if (all.length === 0) io.print('No process has fed, recorded or watched payments yet.')
    for (const { name, holder, since, fence } of all) {
      const from = since === null ? '' : `since ${new Date(since).toISOString().slice(0, 19)}Z`
      const parts = [name.padEnd(16), holder ?? 'no process', from, `holder ${fence}`]
      show(io, { name, holder, since, fence }, parts.filter(Boolean).join('  '))
    }
  },
}

export const tapeShards: Command = {
  name: 'tape shards',
  usage: 'tape shards <number> [--dry-run]',
  summary: 'Divide the tape in Redis into another number of shards, while all processes are stopped',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, dryRun)
    const shards = Number(one(positionals, this.usage))
    if (!isShardCount(shards)) throw new SettingsError('The number of shards is 1, 2, 4, 8, 16, 32 or 64.')
    const before = ctx.tape.shards
    if (values['dry-run']) return io.print(`Each class of the tape would have ${shards} shards, now: ${before}.`)
    await divideTape(ctx, shards, (events) => io.progress(`${events.toLocaleString('en-US')} events copied`))
    io.print(`Each class of the tape has ${shards} ${shards === 1 ? 'shard' : 'shards'} now, before: ${before}.`)
  },
}
