import { dayMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { FollowedChoice, FollowedRow, FollowedState, SourcePosition } from './followed-store.ts'
import * as store from './followed-store.ts'

export type { FollowedState, SourcePosition }

/** `silent`: the source is marked as live, but has not noted for `silentMs` that it is alive. */
export type FollowedSource = Omit<FollowedRow, 'state'> & { state: FollowedState | 'silent' }

/** The time after which a source counts as silent, ms. A live connection is noted once a second. */
const silentMs = 6_000
const noteMax = 300
export const choiceChannel = 'followed_choices'

export async function noteFollowed(ctx: Platform, source: string, state: FollowedState, note = ''): Promise<void> {
  const at = ctx.clock.now()
  await store.setState(ctx.postgres.db, { source, state, note: note.slice(0, noteMax), at })
}

/** Replaces the instruments that the source follows. Notifies `choiceChannel`. */
export async function noteChoice(ctx: Platform, source: string, choice: FollowedChoice): Promise<void> {
  await ctx.postgres.transaction(async (tx) => {
    await store.setChoice(tx, source, choice)
    await ctx.postgres.notify(tx, choiceChannel, {})
  })
}

/** The choice of each of these sources that has chosen once. */
export async function readChoices(ctx: Platform, sources: readonly string[]): Promise<FollowedChoice[]> {
  return store.choicesOf(ctx.postgres.db, sources)
}

/** The last noted position of each instrument of the source. */
export async function followedPositions(ctx: Platform, source: string): Promise<Map<string, string>> {
  const positions = await store.positionsOf(ctx.postgres.db, source)
  return new Map(positions.map(({ key, place }) => [key, place]))
}

export async function noteHeard(
  ctx: Platform,
  source: string,
  positions: readonly SourcePosition[],
  at: number,
): Promise<void> {
  await store.notePositions(ctx.postgres.db, source, positions, at)
}

/** Records a gap in the data of an instrument. Returns the id of the gap. */
export async function nameGap(
  ctx: Platform,
  source: string,
  { key, from, to }: { key: string; from: number; to: number },
): Promise<string> {
  return store.addGap(ctx.postgres.db, { source, key, from, to, at: ctx.clock.now() })
}

export async function openGaps(ctx: Platform, source: string, key: string) {
  return store.openGaps(ctx.postgres.db, source, key)
}

export async function closeGap(ctx: Platform, id: string, by: 'trades' | 'bars'): Promise<void> {
  await store.closeGap(ctx.postgres.db, id, by, ctx.clock.now())
}

/** The followed sources with their states. The caller must have checked the permission `source.list`. */
export async function readFollowed(ctx: Platform): Promise<FollowedSource[]> {
  const now = ctx.clock.now()
  return (await store.followed(ctx.postgres.db, now - dayMs)).map((row) => ({
    ...row,
    state: row.state === 'live' && now - (row.heardAt ?? 0) > silentMs ? 'silent' : row.state,
  }))
}
