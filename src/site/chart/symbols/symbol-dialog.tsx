import { ArrowLeft, ChevronDown, Search, X } from 'lucide-react'
import { type Dispatch, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useSite } from '../../frame/frame-context.ts'
import { PageLink } from '../../frame/page-link.tsx'
import { Modal } from '../panels/modal.tsx'
import { CountryPicker, countryNames } from './country-picker.tsx'
import { favouriteSymbols, recentSymbols, rememberSymbol, toggleFavourite } from './kept-symbols.ts'
import { type SymbolRecord, tickerOf } from './symbol.ts'
import { SymbolRow } from './symbol-row.tsx'
import { mayPickCountry, type SearchAction, type SymbolSearch, searchTabs } from './symbol-search.ts'

type SymbolDialogProps = {
  search: SymbolSearch
  send: Dispatch<SearchAction>
  /** What a visitor may open without an account. */
  demo: readonly SymbolRecord[]
  choose(ticker: string, record: SymbolRecord): void
}

type Section = { name: 'favourites' | 'recent' | 'demo' | 'results'; rows: readonly SymbolRecord[] }

export function SymbolDialog({ search, send, demo, choose }: SymbolDialogProps) {
  const t = useTranslations('chart.search')
  const [starred, setStarred] = useState(favouriteSymbols)
  const [recent] = useState(recentSymbols)
  const close = () => send({ do: 'close' })
  const sections = sectionsOf(search, starred, recent, demo)
  const rows = sections.flatMap(({ rows }) => rows)
  const open = (record: SymbolRecord | undefined) => {
    if (!record) return
    rememberSymbol(record)
    choose(tickerOf(record), record)
    close()
  }
  return (
    <Modal
      title={t(search.mode === 'source' ? 'sources' : 'title')}
      closeLabel={t('close')}
      className="symbol-dialog"
      onClose={close}
    >
      {search.mode === 'source' ? (
        <>
          <button type="button" className="back-button" onClick={() => send({ do: 'back' })}>
            <ArrowLeft size={16} aria-hidden="true" /> {t('back')}
          </button>
          <CountryPicker chosen={search.country} choose={(country) => send({ do: 'country', country })} />
        </>
      ) : (
        <SearchView
          search={search}
          send={send}
          sections={sections}
          rows={rows}
          open={open}
          starred={starred}
          star={(record) => setStarred(toggleFavourite(record))}
        />
      )}
    </Modal>
  )
}

/** Without a text the reader's own symbols stand before the results; a symbol stands once. */
function sectionsOf(
  search: SymbolSearch,
  starred: readonly SymbolRecord[],
  recent: readonly SymbolRecord[],
  demo: readonly SymbolRecord[],
): Section[] {
  const results: Section = { name: 'results', rows: search.rows }
  if (search.sought !== '' || search.tab !== 'all') return [results]
  const seen = new Set<string>()
  const fresh = (rows: readonly SymbolRecord[]): SymbolRecord[] =>
    rows.filter((row) => !seen.has(tickerOf(row)) && seen.add(tickerOf(row)))
  const sections: Section[] = [{ name: 'favourites', rows: fresh(starred) }]
  if (search.access.kind === 'visitor') sections.push({ name: 'demo', rows: fresh(demo) })
  else sections.push({ name: 'recent', rows: fresh(recent) }, { name: 'results', rows: fresh(search.rows) })
  return sections
}

type SearchViewProps = {
  search: SymbolSearch
  send: Dispatch<SearchAction>
  sections: readonly Section[]
  rows: readonly SymbolRecord[]
  open(record: SymbolRecord | undefined): void
  starred: readonly SymbolRecord[]
  star(record: SymbolRecord): void
}

function SearchView({ search, send, sections, rows, open, starred, star }: SearchViewProps) {
  const t = useTranslations('chart.search')
  const id = useId()
  const rowId = (index: number): string => `${id}-row-${index}`
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (search.notice === 'login' || search.notice === 'failed') input.current?.blur()
  }, [search.notice])

  const activeId = search.active >= 0 && search.active < rows.length ? rowId(search.active) : undefined
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key]
    if (by !== undefined) {
      event.preventDefault()
      send({ do: 'move', by, of: rows.length })
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      open(rows[search.active])
    }
  }
  let index = -1
  return (
    <>
      <SearchField search={search} send={send} input={input} listId={id} activeId={activeId} onKeyDown={onKeyDown} />
      <Tabs search={search} send={send} focusInput={() => input.current?.focus()} />
      <div ref={list} className="dialog-list symbol-list" aria-busy={search.status === 'loading'}>
        <div id={id} role="listbox" aria-label={t('results')}>
          {sections.map(({ name, rows: part }) => (
            // biome-ignore lint/a11y/useSemanticElements: a listbox holds groups, not fieldsets
            <div key={name} role="group" aria-label={t(name)}>
              {part.length > 0 && name !== 'results' && <h3 role="presentation">{t(name)}</h3>}
              {part.map((record) => {
                index += 1
                const at = index
                return (
                  <SymbolRow
                    key={`${name}${record.id}${tickerOf(record)}`}
                    id={rowId(at)}
                    record={record}
                    sought={search.sought}
                    active={at === search.active}
                    starred={starred.some((one) => tickerOf(one) === tickerOf(record))}
                    choose={() => open(record)}
                    point={() => at !== search.active && send({ do: 'point', index: at })}
                    star={() => star(record)}
                  />
                )
              })}
            </div>
          ))}
        </div>
        <Below search={search} send={send} list={list} shown={rows.length} />
      </div>
      <Footer />
    </>
  )
}

type SearchFieldProps = {
  search: SymbolSearch
  send: Dispatch<SearchAction>
  input: React.RefObject<HTMLInputElement | null>
  listId: string
  activeId: string | undefined
  onKeyDown(event: KeyboardEvent): void
}

function SearchField({ search, send, input, listId, activeId, onKeyDown }: SearchFieldProps) {
  const t = useTranslations('chart.search')
  const locale = useLocale()
  const country = search.country ? countryNames(locale)(search.country) : t('anyCountry')
  return (
    <div className="symbol-field">
      <Search size={18} aria-hidden="true" />
      <input
        ref={input}
        data-first-focus
        role="combobox"
        aria-label={t('label')}
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={activeId}
        aria-autocomplete="list"
        placeholder={t('placeholder')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        value={search.text}
        onChange={(event) => send({ do: 'type', text: event.target.value })}
        onKeyDown={onKeyDown}
      />
      {search.text !== '' && (
        <button
          type="button"
          className="field-clear"
          aria-label={t('clear')}
          onClick={() => {
            send({ do: 'type', text: '' })
            input.current?.focus()
          }}
        >
          <X size={16} aria-hidden="true" />
        </button>
      )}
      {mayPickCountry(search) && (
        <button
          type="button"
          className="source-button"
          aria-label={t('pickCountry', { country })}
          onClick={() => send({ do: 'sources' })}
        >
          {search.country && <img src={`/img/country/${search.country.toUpperCase()}.svg`} alt="" className="flag" />}
          <span>{country}</span>
          <ChevronDown size={14} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}

function Tabs({ search, send, focusInput }: Pick<SearchViewProps, 'search' | 'send'> & { focusInput(): void }) {
  const t = useTranslations('chart.search')
  return (
    <div
      className="symbol-tabs"
      role="tablist"
      aria-label={t('types')}
      onKeyDown={(event) => {
        const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
        if (by === undefined) return
        event.preventDefault()
        const next = searchTabs[(searchTabs.indexOf(search.tab) + by + searchTabs.length) % searchTabs.length]
        if (!next) return
        send({ do: 'tab', tab: next })
        event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus()
      }}
    >
      {searchTabs.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          data-tab={tab}
          aria-selected={search.tab === tab}
          tabIndex={search.tab === tab ? 0 : -1}
          onClick={() => {
            send({ do: 'tab', tab })
            focusInput()
          }}
        >
          {t(`tabs.${tab}`)}
        </button>
      ))}
    </div>
  )
}

type BelowProps = Pick<SearchViewProps, 'search' | 'send'> & {
  list: React.RefObject<HTMLDivElement | null>
  shown: number
}

/** What follows the rows: loading, why there are none, or the mark that loads 30 more when it comes within 20 px. */
function Below({ search, send, list, shown }: BelowProps) {
  const t = useTranslations('chart.search')
  const { supportEmail } = useSite()
  const mark = useRef<HTMLDivElement>(null)
  const canLoad = search.status === 'ready' && !search.end

  useEffect(() => {
    if (!canLoad || !mark.current) return
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && send({ do: 'more' }), {
      root: list.current,
      rootMargin: '20px',
      threshold: 0.1,
    })
    watcher.observe(mark.current)
    return () => watcher.disconnect()
  }, [canLoad, send, list])

  const { status, notice } = search
  const nothing = status === 'ready' && search.rows.length === 0
  return (
    <>
      <p className="sr-only" role="status">
        {status === 'loading' ? t('searching') : status === 'more' ? t('more') : t('found', { count: shown })}
      </p>
      {status === 'loading' && <LoadingRows />}
      {status === 'more' && <p className="dialog-more">{t('more')}</p>}
      {canLoad && <div ref={mark} className="more-mark" />}
      {notice === 'no-key' && <Notice title={t('noKey')} hint={t('noKeyHint')} />}
      {notice === 'no-fund' && <Notice title={t('noFund')} hint={t('noFundHint')} />}
      {notice === 'failed' && (
        <Notice title={t('failed')} hint={search.message}>
          <button type="button" className="btn btn-small btn-outline" onClick={() => send({ do: 'retry' })}>
            {t('retry')}
          </button>
        </Notice>
      )}
      {nothing && notice === 'none' && search.access.kind === 'account' && (
        <Notice title={t('empty')} hint={t('emptyHint')}>
          <PageLink className="link" to="/contact">
            {t('contact')}
          </PageLink>
          <a className="link" href={`mailto:${supportEmail}`}>
            {supportEmail}
          </a>
        </Notice>
      )}
    </>
  )
}

function LoadingRows() {
  return (
    <div aria-hidden="true">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <div key={key} className="symbol-row">
          <i className="skeleton round" />
          <i className="skeleton" />
          <i className="skeleton" />
        </div>
      ))}
    </div>
  )
}

function Notice({ title, hint, children }: { title: string; hint: string; children?: React.ReactNode }) {
  return (
    <div className="dialog-empty">
      <b>{title}</b>
      <p>{hint}</p>
      {children && <div className="dialog-empty-acts">{children}</div>}
    </div>
  )
}

function Footer() {
  const t = useTranslations('chart.search')
  return (
    <div className="symbol-foot">
      <span>{t('hint')}</span>
      <span>
        <span className="keys" aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> {t('move')} · <kbd>Enter</kbd> {t('open')} ·{' '}
        </span>
        <PageLink className="link" to="/contact">
          {t('missing')}
        </PageLink>
      </span>
    </div>
  )
}
