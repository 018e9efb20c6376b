import { useFormatter, useTranslations } from 'use-intl'
import type { CalendarDayRow } from '#src/contract/operator/data/calendars.ts'
import type { CalendarDayKind } from '#src/contract/values/calendar-day.ts'
import { ActLink } from '../../acts/act.tsx'
import { Pill, type Tone } from '../../parts/marks/pill.tsx'
import type { Column } from '../../parts/table/dense-table.tsx'

const tones: Record<CalendarDayKind, Tone> = { closed: 'none', early: 'half', special: 'half', usual: 'good' }

export function useDayColumns(): Column<CalendarDayRow>[] {
  const t = useTranslations('operatorCalendars')
  const format = useFormatter()
  return [
    {
      name: 'date',
      label: t('date'),
      cell: ({ date }) => (
        <time dateTime={date}>
          <span className="num">{date}</span> {format.dateTime(Date.parse(date), { weekday: 'short', timeZone: 'UTC' })}
        </time>
      ),
    },
    {
      name: 'name',
      label: t('name'),
      cell: ({ name, listed }) => (
        <span>
          {name || '–'}
          {listed && (
            <span className="row-note">{t('listed', { name: listed.name, kind: t(`kindOf.${listed.kind}`) })}</span>
          )}
        </span>
      ),
    },
    { name: 'kind', label: t('kind'), cell: ({ kind }) => <Pill tone={tones[kind]}>{t(`kindOf.${kind}`)}</Pill> },
    { name: 'hours', label: t('hours'), cell: ({ hours }) => hours.replaceAll(',', ', ') || '–', kind: 'mono' },
    { name: 'source', label: t('source'), cell: ({ source }) => t(`sources.${source}`) },
    {
      name: 'acts',
      label: '',
      cell: ({ date, source }) => (
        <span className="flow gap-4-16">
          <ActLink act="set" on={date} className="action-link" label={t('changeOf', { date })}>
            {t('change')}
          </ActLink>
          {source === 'changed' && (
            <ActLink act="remove" on={date} className="action-link" label={t('undoOf', { date })}>
              {t('undo')}
            </ActLink>
          )}
        </span>
      ),
      kind: 'act',
    },
  ]
}
