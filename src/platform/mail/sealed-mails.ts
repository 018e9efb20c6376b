import type { Platform } from '../platform.ts'
import { lockSealedMails, putMailText, sealedMailsByVersion } from './outbox-store.ts'

const contextOf = (to: string) => `mail:${to}`

/** Mails that wait or were given up, by the version of the key ring that sealed them. */
export async function sealedMails({ postgres }: Pick<Platform, 'postgres'>): Promise<Map<number, number>> {
  return sealedMailsByVersion(postgres.db)
}

/** Seals by the newest key what some others sealed: at most `limit` mails, in one transaction. Says how many. */
export async function resealMails(ctx: Platform, versions: readonly number[], limit: number): Promise<number> {
  return ctx.postgres.transaction(async (tx) => {
    const found = await lockSealedMails(tx, versions, limit)
    for (const { id, to, text } of found)
      await putMailText(tx, id, ctx.keyring.seal(ctx.keyring.open(text, contextOf(to)), contextOf(to)))
    return found.length
  })
}
