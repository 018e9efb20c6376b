import { useLocale, useTranslations } from 'use-intl'
import type { ListedIncident } from '#src/contract/operator/content/incidents.ts'
import { textIn } from '#src/contract/status/status.ts'
import { ActLink } from '../../acts/act.tsx'
import { Pill, type Tone } from '../../parts/marks/pill.tsx'
import type { Column } from '../../parts/table/dense-table.tsx'
import { Moment } from '../../parts/words/moment.tsx'

const tones: Record<ListedIncident['impact'], Tone> = { maintenance: 'half', degraded: 'warn', down: 'bad' }

/** The columns of incidents, with what may be done about an open one. */
export function useIncidentColumns(): Column<ListedIncident>[] {
  const t = useTranslations('operatorIncidents')
  const locale = useLocale()
  return [
    {
      name: 'title',
      label: t('column.title'),
      cell: ({ titles, components }) => {
        const { text, locale: lang } = textIn(titles, locale)
        return (
          <>
            <span lang={lang}>{text}</span>
            <span className="row-note">{components.join(', ')}</span>
          </>
        )
      },
    },
    {
      name: 'state',
      label: t('column.state'),
      cell: ({ impact, resolvedAt, updates }) => (
        <>
          <Pill tone={resolvedAt === null ? tones[impact] : 'good'}>
            {t(resolvedAt === null ? `impacts.${impact}` : 'stages.resolved')}
          </Pill>
          {resolvedAt === null && updates[0] && <span className="row-note">{t(`stages.${updates[0].stage}`)}</span>}
        </>
      ),
    },
    { name: 'from', label: t('column.from'), cell: ({ openedAt }) => <Moment at={openedAt} /> },
    {
      name: 'until',
      label: t('column.until'),
      cell: ({ resolvedAt }) => (resolvedAt === null ? t('isOpen') : <Moment at={resolvedAt} />),
    },
    {
      name: 'acts',
      label: '',
      kind: 'act',
      cell: ({ id, titles, resolvedAt }) => {
        const title = textIn(titles, locale).text
        return (
          resolvedAt === null && (
            <span className="row-acts">
              <ActLink act="update" on={`${id}`} className="action-link" label={t('update.of', { title })}>
                {t('update.open')}
              </ActLink>
              <ActLink act="resolve" on={`${id}`} className="action-link" label={t('resolve.of', { title })}>
                {t('resolve.open')}
              </ActLink>
            </span>
          )
        )
      },
    },
  ]
}
