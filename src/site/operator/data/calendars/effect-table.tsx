import { useFormatter, useTranslations } from 'use-intl'
import type { CalendarEffect } from '#src/contract/operator/data/calendars.ts'
import { Moment } from '../../../ui/time/moment.tsx'
import { type Column, DenseTable } from '../../parts/table/dense-table.tsx'

export function EffectTable({ effects }: { effects: readonly CalendarEffect[] }) {
  const t = useTranslations('operatorCalendars.effects')
  return (
    <DenseTable
      caption={t('caption')}
      columns={useEffectColumns()}
      rows={effects}
      rowKey={({ code }) => code}
      empty={null}
    />
  )
}

function useEffectColumns(): Column<CalendarEffect>[] {
  const t = useTranslations('operatorCalendars.effects')
  const format = useFormatter()
  const hours = (text: string) => text.replaceAll(',', ', ') || t('closed')
  return [
    {
      name: 'exchange',
      label: t('exchange'),
      cell: ({ name, code, timeZone }) => (
        <span>
          {name}
          <span className="row-note num">{`${code} · ${timeZone}`}</span>
        </span>
      ),
    },
    {
      name: 'hours',
      label: t('hours'),
      cell: ({ before, after }) => (
        <span className="num">
          {before === after ? (
            t('same', { hours: hours(before) })
          ) : (
            <>
              <s>{hours(before)}</s> <b>{hours(after)}</b>
            </>
          )}
        </span>
      ),
    },
    {
      name: 'opens',
      label: t('opens'),
      cell: ({ opens }) => (
        <span className="data-opens">
          {opens.after.map((at, turn) => (
            <span key={at} className={at === opens.before[turn] ? undefined : 'text-strong'}>
              <Moment at={at} />
            </span>
          ))}
        </span>
      ),
    },
    {
      name: 'instruments',
      label: t('instruments'),
      cell: ({ instruments, examples }) => (
        <span>
          {format.number(instruments)}
          {examples.length > 0 && <span className="row-note">{examples.join(', ')}</span>}
        </span>
      ),
    },
    {
      name: 'bars',
      label: t('outside'),
      cell: ({ bars }) =>
        bars
          ? t('outsideOf', {
              after: format.number(bars.after),
              before: format.number(bars.before),
              stored: format.number(bars.stored),
            })
          : t('notCounted'),
    },
    { name: 'days', label: t('days'), cell: ({ bars }) => (bars ? format.number(bars.days) : '–'), kind: 'figure' },
  ]
}
