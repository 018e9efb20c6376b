import { type Dispatch, type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { PageLink } from '../../page/page-link.tsx'
import { useEnter } from '../../ui/typing/use-enter.ts'
import { type SymbolRecord, tickerOf } from '../state/symbols/symbol.ts'
import type { SearchAction, SymbolSearch } from '../state/symbols/symbol-search.ts'
import { BelowRows } from './below-rows.tsx'
import { IntervalRow } from './interval-row.tsx'
import { SearchField } from './search-field.tsx'
import { SymbolRow } from './symbol-row.tsx'
import type { Choice, Section } from './symbol-sections.ts'
import { SymbolTabs } from './symbol-tabs.tsx'

type SearchViewProps = {
  search: SymbolSearch
  send: Dispatch<SearchAction>
  sections: readonly Section[]
  choices: readonly Choice[]
  open(choice: Choice | undefined): void
  starred: readonly SymbolRecord[]
  star(record: SymbolRecord): void
}

/**
 * The input, the tabs and the rows. The focus stays in the input, which names the active row for screen readers, until
 * the search fails or needs a login.
 */
export function SearchView({ search, send, sections, choices, open, starred, star }: SearchViewProps) {
  const t = useTranslations('chart.search')
  const id = useId()
  const rowId = (index: number): string => `${id}-row-${index}`
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (search.notice === 'login' || search.notice === 'failed') input.current?.blur()
  }, [search.notice])

  // An interval needs no response of the server, so it is active as soon as it is typed.
  const active = search.active < 0 && typeof choices[0] === 'string' ? 0 : search.active
  const activeId = active >= 0 && active < choices.length ? rowId(active) : undefined
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const isAnswered = search.status !== 'loading' && search.status !== 'idle'
  const enter = useEnter(search.text, isAnswered ? search.sought : null, () => open(choices[active]))
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key]
    if (by !== undefined) {
      event.preventDefault()
      send({ do: 'move', by, of: choices.length })
    } else if (event.key.toLowerCase() === 'd' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      const choice = choices[active]
      if (choice !== undefined && typeof choice !== 'string') star(choice)
    } else if (enter(event)) send({ do: 'settle' })
  }
  const intervalAt = choices.findIndex((choice) => typeof choice === 'string')
  const interval = choices[intervalAt]
  const intervalRow = typeof interval === 'string' && (
    <IntervalRow
      id={rowId(intervalAt)}
      interval={interval}
      active={intervalAt === active}
      choose={() => open(interval)}
      point={() => send({ do: 'point', index: intervalAt })}
    />
  )
  let index = intervalAt === 0 ? 0 : -1
  return (
    <>
      <SearchField search={search} send={send} input={input} listId={id} activeId={activeId} onKeyDown={onKeyDown} />
      <SymbolTabs search={search} send={send} focusInput={() => input.current?.focus()} />
      <div ref={list} className="dialog-list symbol-list" aria-busy={search.status === 'loading'}>
        <div id={id} role="listbox" aria-label={t('results')}>
          {intervalAt === 0 && intervalRow}
          {sections.map(({ name, rows: sectionRows }) => (
            // biome-ignore lint/a11y/useSemanticElements: a listbox holds groups, not fieldsets
            <div key={name} role="group" aria-label={t(name)}>
              {sectionRows.length > 0 && name !== 'results' && <h3 role="presentation">{t(name)}</h3>}
              {sectionRows.map((record) => {
                index += 1
                const at = index
                return (
                  <SymbolRow
                    key={`${name}${record.id}${tickerOf(record)}`}
                    id={rowId(at)}
                    record={record}
                    sought={search.sought}
                    active={at === active}
                    starred={starred.some((one) => tickerOf(one) === tickerOf(record))}
                    choose={() => open(record)}
                    point={() => at !== active && send({ do: 'point', index: at })}
                    star={() => star(record)}
                  />
                )
              })}
            </div>
          ))}
          {intervalAt > 0 && intervalRow}
        </div>
        <BelowRows search={search} send={send} list={list} shown={choices.length} />
      </div>
      <Footer />
    </>
  )
}

function Footer() {
  const t = useTranslations('chart.search')
  return (
    <div className="flow-ends quiet pad-12-20 gap-4-16 ruled-top symbol-foot">
      <span>{t('hint')}</span>
      <span>
        <span className="keys" aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> {t('move')} · <kbd>Enter</kbd> {t('open')} · <kbd>Ctrl D</kbd> {t('favourites')} ·{' '}
        </span>
        <PageLink className="link nowrap" to="/contact">
          {t('missing')}
        </PageLink>
      </span>
    </div>
  )
}
