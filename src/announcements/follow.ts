import { createHash } from 'node:crypto'
import type { ShownAnnouncement } from '#src/contract/values/announcement.ts'
import { subscriptionsOfAccount } from '#src/keys/integrated-key.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { follow } from '#src/platform/follow.ts'
import type { Platform } from '#src/platform/platform.ts'
import { type Announcement, isFor, isRunning, type Reader } from './announcement.ts'
import { announcementsChannel } from './announcements.ts'
import * as store from './store.ts'

/** The longest wait between two reads, in case a notification was lost. */
const pollMs = 30_000

/** The announcements that are shown at this moment, newest first. */
export type CurrentAnnouncements = AsyncDisposable & {
  ofStrangers(): ShownAnnouncement[]
  ofAccount(accountId: string): Promise<ShownAnnouncement[]>
}

/** Caches the announcements in this process, since every page reads them. */
export async function followAnnouncements(ctx: Platform): Promise<CurrentAnnouncements> {
  let known: readonly (Announcement & ShownAnnouncement)[] = []
  const followed = { channel: announcementsChannel, everyMs: pollMs, failed: 'announcements could not be read' }
  const following = await follow(ctx, followed, async () => {
    const current = await store.current(ctx.postgres.db, ctx.clock.now())
    known = current.map((one) => ({ ...one, mark: markOf(one) }))
  })
  await following.first
  const shownTo = (reader: Reader | null, list: typeof known): ShownAnnouncement[] =>
    list.filter((one) => isFor(one, reader)).map(({ id, level, texts, mark }) => ({ id, level, texts, mark }))
  const now = () => known.filter((one) => isRunning(one, ctx.clock.now()))
  return {
    ofStrangers: () => shownTo(null, now()),
    async ofAccount(accountId) {
      const list = now()
      return list.length === 0 ? [] : shownTo(await readerOf(ctx, accountId), list)
    },
    [Symbol.asyncDispose]: () => following[Symbol.asyncDispose](),
  }
}

function markOf({ level, texts }: Announcement): string {
  return createHash('sha256')
    .update(JSON.stringify([level, texts]))
    .digest('base64url')
    .slice(0, 8)
}

async function readerOf(ctx: Platform, accountId: string): Promise<Reader> {
  const keys = await subscriptionsOfAccount(ctx, accountId)
  const running = keys.filter(({ expiresAt }) => expiresAt > ctx.clock.now())
  const planIds = running.map(({ planId }) => planId)
  return { planIds, pays: planIds.some((id) => catalogueOf(ctx).planById(id)?.tier !== 'free') }
}
