import type { Locale } from '#src/contract/locale.ts'
import { textIn } from '#src/contract/status/status.ts'
import { KeptValue } from '#src/platform/kept.ts'
import { Bell } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { changelogChannel } from './changelog.ts'
import { type ChangelogEntry, publishedEntries } from './changelog-store.ts'

/** The longest wait between two reads, in case a notification was lost. */
const pollMs = 30_000
const shownMax = 200

const kept = new KeptValue<readonly ChangelogEntry[]>('changelog')

/** Caches the published entries in this process. Calls `changed` after each change of them. */
export async function followChangelog(ctx: Platform, changed: () => void): Promise<AsyncDisposable> {
  const stop = new AbortController()
  const bell = new Bell()
  const ring = () => bell.ring()
  const listener = await ctx.postgres.listen(changelogChannel, ring, ring)
  const reload = async () => {
    const entries = await publishedEntries(ctx.postgres.db, shownMax)
    if (JSON.stringify(entries) === JSON.stringify(kept.of(ctx) ?? [])) return
    kept.set(ctx, entries)
    changed()
  }
  const reloadOrWarn = () =>
    reload().catch((cause: unknown) => ctx.log.warn('the changelog could not be read', { cause }))
  await reloadOrWarn()
  const run = async () => {
    while (!stop.signal.aborted) {
      await bell.wait(ctx.clock, pollMs, stop.signal)
      if (!stop.signal.aborted) await reloadOrWarn()
    }
  }
  const running = run()
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await listener[Symbol.asyncDispose]()
      await running
    },
  }
}

/** The published entries as Markdown with a heading for each day; '' without entries. */
export function changelogText(ctx: Pick<Platform, 'kept'>, locale: Locale): string {
  return entriesText(kept.of(ctx) ?? [], locale)
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
