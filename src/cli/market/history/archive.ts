import { archiveStatus, damagedFiles } from '#src/market/tick-archive/archive-status.ts'
import { noSharedArchive } from '#src/market/tick-archive/files/open-files.ts'
import { moveOldTicks, oldTicks } from '#src/market/tick-archive/move.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { dryRun, parse } from '../../terminal/arguments.ts'
import { show } from '../../terminal/checked.ts'

const number = (value: number) => value.toLocaleString('en-US')

const status: Command = {
  name: 'archive status',
  usage: 'archive status [--json]',
  summary: 'What trades and best quotes are in the archive, and where it is',
  async run(ctx, _args, io) {
    const { location, days, kinds } = await archiveStatus(ctx)
    if (io.json) io.json({ location, days, kinds })
    io.print(noSharedArchive(ctx) ?? `${location}; ticks stay in the store for ${days} days`)
    if (kinds.length === 0) io.print('Nothing has moved yet.')
    for (const { kind, files, rows, bytes, firstDay, lastDay, unfinished } of kinds)
      io.print(
        `${kind}: ${number(rows)} in ${number(files)} files, ${number(Math.ceil(bytes / 1024))} KiB, ${firstDay} to ${lastDay}${unfinished > 0 ? `, ${unfinished} under way` : ''}`,
      )
  },
}

const move: Command = {
  name: 'archive move',
  usage: 'archive move [--dry-run]',
  summary: 'Move ticks older than TICK_DAYS to the archive now; it happens by itself every night',
  async run(ctx, args, io) {
    if (parse(args, dryRun).values['dry-run']) {
      const found = await oldTicks(ctx)
      for (const { kind, day, rows } of found)
        io.print(`${new Date(day).toISOString().slice(0, 10)}  ${number(rows)} ${kind}`)
      const rows = number(found.reduce((sum, { rows }) => sum + rows, 0))
      return io.print(noSharedArchive(ctx) ?? `${rows} ticks would move.`)
    }
    const moved = await moveOldTicks(ctx, { signal: io.signal, progress: io.progress })
    if (!moved) throw new SettingsError('Another process moves them at this moment.')
    io.print(`${number(moved.rows)} ticks moved into ${number(moved.files)} files, ${number(moved.bytes)} bytes.`)
  },
}

const verify: Command = {
  name: 'archive verify',
  usage: 'archive verify [--json]',
  summary: 'Read every file of the archive and compare its sum',
  async run(ctx, _args, io) {
    const damaged = await damagedFiles(ctx, { thorough: true })
    for (const name of damaged) show(io, { damaged: name }, `BAD   ${name}`)
    if (damaged.length > 0)
      throw new SettingsError(
        `${damaged.length} files of the archive are missing or damaged. Put them back from a copy.`,
      )
    show(io, { damaged: null }, 'Every file of the archive is whole.')
  },
}

export const archiveCommands: readonly Command[] = [status, move, verify]
