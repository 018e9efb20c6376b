import { Lock, Plus, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Change } from '../../../ui/icons.tsx'
import { TextInput } from '../../../ui/typing/text-input.tsx'
import type { Watchlist } from '../../control/kept/use-watchlist.ts'
import { useQuotes, type WatchedRow } from '../../control/market/use-quotes.ts'
import { codeOf } from '../../state/symbols/symbol.ts'
import { sectionOf } from '../../state/symbols/watchlist.ts'
import type { SidePaneProps } from './side-pane-props.ts'
import { WatchlistMenu } from './watchlist-menu.tsx'

/** A list with more entries than this has a search field. */
const foundFrom = 12
/** The data type of a dragged row; other dragged objects are ignored. */
const draggedType = 'application/x-watchlist-entry'

type WatchlistPanelProps = Pick<SidePaneProps, 'source' | 'watchlist' | 'ticker' | 'open' | 'add'>

export function WatchlistPanel({ source, watchlist, ticker, open, add }: WatchlistPanelProps) {
  const t = useTranslations('chart.market')
  const find = useTranslations('chart.watch')
  const read = useQuotes(source, watchlist.symbols)
  const rows = new Map(read.map((row) => [row.ticker, row]))
  const has = watchlist.symbols.includes(ticker)
  const { entries } = watchlist.shown
  const [text, setText] = useState('')
  const sought = entries.length > foundFrom ? text.trim().toLowerCase() : ''
  const found = entries.filter((entry) => sought === '' || isAbout(rows.get(entry), sought))
  return (
    <section className="watchlist" aria-label={t('watchlist')}>
      <div className="middle side-head">
        <h2 className="sr-only">{t('watchlist')}</h2>
        <WatchlistMenu watchlist={watchlist} />
        <span className="grow" />
        {!has && (
          <button type="button" className="cut watch-this" onClick={() => watchlist.add(ticker)}>
            {t('addShown', { ticker: codeOf(ticker) })}
          </button>
        )}
        <button type="button" className="icon-btn" aria-label={t('add')} title={t('add')} onClick={add}>
          <Plus size={16} aria-hidden="true" />
        </button>
      </div>
      {entries.length > foundFrom && (
        <TextInput
          type="search"
          className="input input-dense watch-find"
          aria-label={find('find')}
          placeholder={find('find')}
          text={text}
          onText={setText}
        />
      )}
      <div className="watch-row watch-titles" aria-hidden="true">
        <span>{t('symbol')}</span>
        <span>{t('last')}</span>
        <span>{t('change')}</span>
      </div>
      <ul>
        {found.map((entry) => {
          const name = sectionOf(entry)
          const row = rows.get(entry)
          return (
            <Entry key={entry} entry={entry} watchlist={watchlist}>
              {name !== null && <Section entry={entry} name={name} remove={watchlist.remove} />}
              {row && <Row row={row} shown={entry === ticker} open={open} remove={watchlist.remove} />}
            </Entry>
          )
        })}
      </ul>
      {entries.length === 0 && <p className="text-12 text-muted side-note">{t('empty')}</p>}
      {sought !== '' && found.length === 0 && <p className="text-12 text-muted side-note">{find('notFound')}</p>}
    </section>
  )
}

/** Whether the code or the name of a symbol contains the searched text. */
function isAbout(row: WatchedRow | undefined, sought: string): boolean {
  return row !== undefined && `${row.ticker} ${row.instrument?.name ?? ''}`.toLowerCase().includes(sought)
}

type EntryProps = { entry: string; watchlist: Watchlist; children: ReactNode }

/** A row that can be moved: by dragging it onto another row, or by Alt with an arrow key. */
function Entry({ entry, watchlist, children }: EntryProps) {
  const { entries } = watchlist.shown
  return (
    <li
      className="watch-item"
      draggable
      onDragStart={({ dataTransfer }) => dataTransfer.setData(draggedType, entry)}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(draggedType)) event.preventDefault()
      }}
      onDrop={(event) => {
        event.preventDefault()
        watchlist.place(event.dataTransfer.getData(draggedType), entry)
      }}
      onKeyDown={(event) => {
        const by = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined
        const other = by === undefined ? undefined : entries[entries.indexOf(entry) + by]
        if (other === undefined) return
        event.preventDefault()
        watchlist.place(entry, other)
      }}
    >
      {children}
    </li>
  )
}

type SectionProps = { entry: string; name: string; remove(entry: string): void }

function Section({ entry, name, remove }: SectionProps) {
  const t = useTranslations('chart.market')
  return (
    <>
      <h3 className="cut watch-section">{name}</h3>
      <button
        type="button"
        className="watch-remove"
        aria-label={t('remove', { ticker: name })}
        onClick={() => remove(entry)}
      >
        <X size={14} aria-hidden="true" />
      </button>
    </>
  )
}

type RowProps = { row: WatchedRow; shown: boolean; open(ticker: string): void; remove(ticker: string): void }

function Row({ row: { ticker, instrument, quote: read }, shown, open, remove }: RowProps) {
  const t = useTranslations('chart.market')
  const locale = useLocale()
  const quote = read.state === 'known' ? read.value : null
  const locked = read.state === 'locked' ? (read.plan ? t('lockedIn', { plan: read.plan }) : t('locked')) : null
  const why = locked ?? (read.state === 'failed' ? t('unknown') : null)
  const decimals = instrument?.decimals ?? 2
  const price = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  // The status was read once, so a market may have opened since.
  const { status, next } = instrument?.market ?? {}
  const closed = status === 'closed' && !(next && next.at <= Date.now())
  return (
    <>
      <button
        type="button"
        className="watch-row"
        aria-current={shown || undefined}
        title={why ?? instrument?.name}
        onClick={() => open(ticker)}
      >
        <span>
          {codeOf(ticker)}
          {closed && (
            <i className="closed-mark" role="img" aria-label={t('states.closed')} title={t('states.closed')} />
          )}
        </span>
        {read.state === 'locked' && (
          <span className="cut watch-locked">
            <Lock size={12} role="img" aria-label={why ?? ''} /> {read.plan}
          </span>
        )}
        <span key={quote?.t} className="watch-price" hidden={read.state === 'locked'}>
          {read.state === 'failed' && (
            <span role="img" aria-label={t('unknown')}>
              ?
            </span>
          )}
          {read.state === 'loading' && <span className="skeleton watch-wait" />}
          {read.state === 'none' && '–'}
          {quote && price.format(quote.ld)}
        </span>
        <span hidden={read.state === 'locked'}>{quote && <Change percent={quote.chp} />}</span>
      </button>
      <button
        type="button"
        className="watch-remove"
        aria-label={t('remove', { ticker })}
        onClick={() => remove(ticker)}
      >
        <X size={14} aria-hidden="true" />
      </button>
    </>
  )
}
