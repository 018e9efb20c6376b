import type { ApiKey } from '#src/contract/account/keys.ts'
import type { TeamRole } from '#src/contract/team/team-role.ts'
import { type SymbolRecord, tickerOf } from '../chart/state/symbols/symbol.ts'
import type { SiteAnswer } from './found.ts'

export const groupNames = ['docs', 'symbols', 'keys', 'pages'] as const
export type GroupName = (typeof groupNames)[number]

/**
 * A row of the search. `to`: the path without the language. `side`: the text at the end of the row: a page, an
 * exchange and class, a key's status or a kind of page.
 */
export type Row = { id: string; to: string; title: string; text: string; side: string; figures: boolean }

export type Groups = Readonly<Record<GroupName, readonly Row[]>>

/** The element id of a row. Row ids contain characters that element references may not have. */
export function elementOf(list: string, row: string): string {
  return `${list}-${row.replace(/[^A-Za-z0-9]/g, '-')}`
}

/** Number of rows of each group while all groups are shown. */
const shownOfAll = { docs: 5, symbols: 4, keys: 3, pages: 4 } as const

/** `role`: the reader's role in the account; null for a visitor. */
type Found = { site: SiteAnswer; symbols: readonly SymbolRecord[]; keys: readonly ApiKey[]; role: TeamRole | null }

/** The results as rows, by group. `kindOf` translates the kind of a page, `statusOf` the status of a key. */
export function groupsOf(
  { site, symbols, keys, role }: Found,
  { kindOf, statusOf }: { kindOf(name: string): string; statusOf(status: ApiKey['status']): string },
): Groups {
  const pages = site.pages.filter(({ kind, roles }) => kind !== 'account' || (role && (roles?.includes(role) ?? true)))
  return {
    docs: site.docs.map(({ path, title, text, page }) => ({
      ...{ id: `docs ${path}`, to: path, title, text, side: page },
      figures: /^(GET|POST) \//.test(title),
    })),
    symbols: symbols.map((record) => ({
      ...{ id: `symbol ${record.id}`, title: record.symbol, text: record.description },
      to: `/chart?symbol=${encodeURIComponent(tickerOf(record))}`,
      side: [record.exchange || record.prefix, kindOf(record.type)].filter(Boolean).join(' · '),
      figures: true,
    })),
    keys: keys.map(({ id, aliasName, key, planName, status }) => ({
      ...{ id: `key ${id}`, to: `/dashboard?key=${id}`, title: aliasName || planName },
      ...{ text: `${key} · ${planName}`, side: statusOf(status), figures: false },
    })),
    pages: pages.map(({ path, title, text, kind }) => ({
      ...{ id: `page ${path}`, to: path, title, text, figures: false },
      side: kindOf(kind),
    })),
  }
}

/** Keys whose name, masked key or plan contains the text; none for an empty text. */
export function keysFor(keys: readonly ApiKey[], text: string): readonly ApiKey[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  return keys.filter(({ aliasName, key, planName }) => `${aliasName} ${key} ${planName}`.toLowerCase().includes(wanted))
}

/** The visible rows of each group: a few per group while all groups are shown. */
export function shownRows(
  groups: Groups,
  chosen: GroupName | 'all',
): { name: GroupName; rows: readonly Row[]; more: number }[] {
  return groupNames.flatMap((name) => {
    if (chosen !== 'all' && chosen !== name) return []
    const all = groups[name]
    const rows = chosen === 'all' ? all.slice(0, shownOfAll[name]) : all
    return rows.length > 0 ? [{ name, rows, more: all.length - rows.length }] : []
  })
}
