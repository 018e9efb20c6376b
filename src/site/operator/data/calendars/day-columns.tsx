import { Link, useLocation } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import type { CalendarDayRow } from '#src/contract/operator/data/calendars.ts'
import type { CalendarDayKind } from '#src/contract/values/calendar-day.ts'
import { Pill, type Tone } from '../../parts/marks/pill.tsx'
import type { Column } from '../../parts/table/dense-table.tsx'

const tones: Record<CalendarDayKind, Tone> = { closed: 'none', early: 'half', special: 'half', usual: 'good' }

export function useDayColumns(calendar: string): Column<CalendarDayRow>[] {
  const t = useTranslations('operatorCalendars')
  const format = useFormatter()
  const { pathname, search } = useLocation()
  const address = (params: Record<string, string>) => {
    const year = new URLSearchParams(search).get('year')
    return `${pathname}?${new URLSearchParams({ calendar, ...(year && { year }), ...params })}#day`
  }
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
      cell: ({ date, kind, hours, name, source }) => {
        const given = kind === 'early' ? (hours.split('-').at(-1) ?? '') : kind === 'special' ? hours : ''
        return (
          <span className="flow data-acts">
            <Link
              to={address({ date, kind, hours: given, name })}
              className="action-link"
              aria-label={t('changeOf', { date })}
            >
              {t('change')}
            </Link>
            {source === 'changed' && (
              <Link to={address({ date, kind: 'remove' })} className="action-link" aria-label={t('undoOf', { date })}>
                {t('undo')}
              </Link>
            )}
          </span>
        )
      },
      kind: 'act',
    },
  ]
}
