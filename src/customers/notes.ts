import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { type About, decide, readWords } from './decide.ts'
import { insertNote } from './view/note-store.ts'

/**
 * Adds a staff note of up to 2,000 characters. The audit row does not contain the text, because customers can export
 * their audit rows.
 */
export async function addNote(ctx: Platform, actor: Actor, input: About & { note: string }): Promise<void> {
  const note = readWords('note', input.note)
  const authorId = 'accountId' in actor ? actor.accountId : null
  await decide(ctx, actor, 'customer.note', input, async (tx, account) => {
    const noteId = await insertNote(tx, account.id, { authorId, note, at: ctx.clock.now() })
    return { result: undefined, detail: { noteId } }
  })
}
