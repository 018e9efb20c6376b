import { dropUpload, listUploads, startUpload, stopUpload } from '#src/market/uploads/uploads.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Command } from '#src/platform/server/control.ts'
import { actor } from '../terminal/actor.ts'
import { aboutOne, listing } from '../terminal/list-and-act.ts'

const listed = 'Files that were sent through the console: how much is here, and how far their import is'
const list = listing('upload list', listed, {
  none: 'No uploads.',
  read: (ctx) => listUploads(ctx, actor),
  line: ({ id, state, file, received, bytes, fraction, rows, failure }) => {
    const parts = [id, state, file, `${received} of ${bytes} bytes`, `${Math.round(fraction * 100)} % imported`]
    return [...parts, `${rows} rows`, ...(failure === null ? [] : [failure])].join('  ')
  },
})

type Verb = (ctx: Platform, by: typeof actor, about: { id: string; version: null }) => Promise<void>

function command(verb: string, summary: string, run: Verb): Command {
  return aboutOne(`upload ${verb} <id>`, summary, async (ctx, id) => {
    await run(ctx, actor, { id, version: null })
    return `${id}: done.`
  })
}

export const uploadCommands: readonly Command[] = [
  list,
  command('stop', 'Stop an import; the rows that are in stay', stopUpload),
  command('start', 'Import a stopped or failed file again', startUpload),
  command('drop', 'Delete an uploaded file; the rows that are in stay', dropUpload),
]
