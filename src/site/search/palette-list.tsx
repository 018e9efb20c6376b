import { Fragment, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { highlight } from '../chart/state/symbols/symbol.ts'
import { inLanguage } from '../page/page-link.tsx'
import { elementOf, type GroupName, type Row } from './rows.ts'

type PaletteListProps = {
  id: string
  sections: readonly { name: GroupName; rows: readonly Row[]; more: number }[]
  sought: string
  marked: string | null
  busy: boolean
  /** Shows all rows of one group, and no other group. */
  more(name: GroupName): void
  mark(row: string): void
  close(): void
}

/** The rows by group. The field keeps the focus; Enter opens the marked row. */
export function PaletteList({ id, sections, sought, marked, busy, more, mark, close }: PaletteListProps) {
  const t = useTranslations('search')
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another marked row comes into view
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [marked])
  return (
    <div ref={list} id={`${id}-list`} role="listbox" aria-label={t('title')} aria-busy={busy} className="palette-list">
      {sections.map((section) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
        <div key={section.name} role="group" aria-labelledby={`${id}-${section.name}`}>
          <div className="caption apart palette-kind">
            <span id={`${id}-${section.name}`}>{t(`groups.${section.name}`)}</span>
            {section.more > 0 && (
              <button type="button" tabIndex={-1} onClick={() => more(section.name)}>
                {t('more', { count: section.more })}
              </button>
            )}
          </div>
          {section.rows.map((row) => (
            <PaletteRow
              key={row.id}
              row={row}
              id={elementOf(id, row.id)}
              sought={sought}
              isMarked={row.id === marked}
              mark={() => mark(row.id)}
              close={close}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

type PaletteRowProps = { row: Row; id: string; sought: string; isMarked: boolean; mark(): void; close(): void }

function PaletteRow({ row, id, sought, isMarked, mark, close }: PaletteRowProps) {
  return (
    <Link
      to={inLanguage(useLocale(), row.to)}
      role="option"
      id={id}
      tabIndex={-1}
      aria-selected={isMarked}
      className="palette-row"
      onPointerMove={mark}
      onClick={close}
    >
      <b className={row.figures ? 'num text-strong' : 'text-strong'}>
        <Marked text={row.title} sought={sought} />
      </b>
      <span>
        <Marked text={row.text} sought={sought} />
      </span>
      <small>{row.side}</small>
    </Link>
  )
}

function Marked({ text, sought }: { text: string; sought: string }) {
  // biome-ignore-start lint/suspicious/noArrayIndexKey: parts of one text
  return highlight(text, sought).map((part, at) =>
    at % 2 === 1 ? <mark key={at}>{part}</mark> : <Fragment key={at}>{part}</Fragment>,
  )
  // biome-ignore-end lint/suspicious/noArrayIndexKey: parts of one text
}
