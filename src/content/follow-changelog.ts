import type { Locale } from '#src/contract/locale.ts'
import { textIn } from '#src/contract/status/status.ts'
import { follow } from '#src/platform/follow.ts'
import { KeptValue } from '#src/platform/kept.ts'
import type { Platform } from '#src/platform/platform.ts'
import { changelogChannel } from './changelog.ts'
import { type ChangelogEntry, publishedEntries } from './changelog-store.ts'

/** The longest wait between two reads, in case a notification was lost. */
const pollMs = 30_000
const shownMax = 200

const kept = new KeptValue<readonly ChangelogEntry[]>('changelog')
const none: readonly ChangelogEntry[] = []

/** The published entries. The list is the same object until an entry changes. */
export function changelogOf(ctx: Pick<Platform, 'kept'>): readonly ChangelogEntry[] {
  return kept.of(ctx) ?? none
}

export function keepChangelog(ctx: Pick<Platform, 'kept'>, entries: readonly ChangelogEntry[]): void {
  kept.set(ctx, entries)
}

/** Caches the published entries in this process. Calls `changed` after each change. */
export async function followChangelog(ctx: Platform, changed: () => void): Promise<AsyncDisposable> {
  const followed = { channel: changelogChannel, everyMs: pollMs, failed: 'the changelog could not be read' }
  const following = await follow(ctx, followed, async () => {
    const entries = await publishedEntries(ctx.postgres.db, shownMax)
    if (JSON.stringify(entries) === JSON.stringify(changelogOf(ctx))) return
    keepChangelog(ctx, entries)
    changed()
  })
  await following.first
  return following
}

/** The published entries as Markdown with a heading for each day; '' without entries. */
export function changelogText(ctx: Pick<Platform, 'kept'>, locale: Locale): string {
  return entriesText(changelogOf(ctx), locale)
}

export function entriesText(entries: readonly Pick<ChangelogEntry, 'day' | 'texts'>[], locale: Locale): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const days = [...new Set(entries.map(({ day }) => day))]
  return days
    .map((day) => {
      const texts = entries.filter((entry) => entry.day === day).map(({ texts }) => textIn(texts, locale).text)
      return `## ${format.format(Date.parse(day))} {#d-${day}}\n\n${texts.join('\n\n')}`
    })
    .join('\n\n')
}
