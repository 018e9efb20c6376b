import { dropUpload, listUploads, startUpload, stopUpload } from '#src/market/uploads/uploads.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Command } from '#src/platform/server/control.ts'
import { actor } from '../terminal/actor.ts'
import { one, spoken } from '../terminal/arguments.ts'

const list: Command = {
  name: 'upload list',
  usage: 'upload list',
  summary: 'Files that were sent through the console: how much is here, and how far their import is',
  async run(ctx, _args, io) {
    const uploads = await listUploads(ctx, actor)
    if (uploads.length === 0) io.print('No uploads.')
    for (const { id, state, file, received, bytes, fraction, rows, failure } of uploads) {
      const parts = [id, state, file, `${received} of ${bytes} bytes`, `${Math.round(fraction * 100)} % imported`]
      io.print([...parts, `${rows} rows`, ...(failure === null ? [] : [failure])].join('  '))
    }
  },
}

type Verb = (ctx: Platform, by: typeof actor, about: { id: string; version: null }) => Promise<void>

function command(verb: string, summary: string, run: Verb): Command {
  return {
    name: `upload ${verb}`,
    usage: `upload ${verb} <id>`,
    summary,
    async run(ctx, args, io) {
      const id = one(args, this.usage)
      await run(ctx, actor, { id, version: null })
      io.print(`${id}: done.`)
    },
  }
}

export const uploadCommands: readonly Command[] = [
  list,
  command('stop', 'Stop an import; the rows that are in stay', stopUpload),
  command('start', 'Import a stopped or failed file again', startUpload),
  command('drop', 'Delete an uploaded file; the rows that are in stay', dropUpload),
].map(spoken)
