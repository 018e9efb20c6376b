import { useLocale, useTranslations } from 'use-intl'
import type { ListedAnnouncement, SoldPlan } from '#src/contract/operator/content/content.ts'
import { ActLink } from '../acts/act.tsx'
import { Panel } from '../parts/frame/panel.tsx'
import { EmptyState } from '../parts/frame/states.tsx'
import { Pill, type Tone } from '../parts/marks/pill.tsx'
import { type Column, DenseTable } from '../parts/table/dense-table.tsx'
import { Moment } from '../parts/words/moment.tsx'
import { useListed } from '../parts/words/use-listed.ts'
import { readersOf } from './readers.ts'

const tones: Record<ListedAnnouncement['state'], Tone> = { shown: 'good', coming: 'half', over: 'none' }

type AnnouncementsProps = {
  announcements: readonly ListedAnnouncement[]
  plans: readonly SoldPlan[]
  mayEnd: boolean
}

/** The newest announcements, those that are over included. */
export function Announcements({ announcements, plans, mayEnd }: AnnouncementsProps) {
  const t = useTranslations('operatorContent.announcements')
  const columns = useColumns(plans, mayEnd)
  const shown = announcements.filter(({ state }) => state === 'shown').length
  return (
    <Panel title={t('title')} aside={t('shown', { count: shown })} flush>
      <DenseTable
        caption={t('title')}
        columns={columns}
        rows={announcements}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t('none')}>{t('noneText')}</EmptyState>}
      />
    </Panel>
  )
}

function useColumns(plans: readonly SoldPlan[], mayEnd: boolean): Column<ListedAnnouncement>[] {
  const t = useTranslations('operatorContent.announcements')
  const readers = useTranslations('operatorContent.readers')
  const act = useTranslations('operator.act')
  const locale = useLocale()
  const listed = useListed()
  const nameOf = (id: string) => plans.find((plan) => plan.id === id)?.name ?? id
  return [
    {
      name: 'text',
      label: t('text'),
      cell: ({ texts, level }) => (
        <span className="announced" data-level={level}>
          {texts[locale]}
          {level === 'warning' && <span className="row-note">{t('warning')}</span>}
        </span>
      ),
    },
    {
      name: 'readers',
      label: t('readers'),
      cell: (one) => (one.planIds ? listed(one.planIds.map(nameOf)) : readers(readersOf(one))),
    },
    { name: 'from', label: t('from'), cell: ({ startsAt }) => <Moment at={startsAt} /> },
    { name: 'until', label: t('until'), cell: (one) => <Until announcement={one} /> },
    { name: 'state', label: t('state'), cell: ({ state }) => <Pill tone={tones[state]}>{t(`states.${state}`)}</Pill> },
    {
      name: 'acts',
      label: <span className="sr-only">{act('column')}</span>,
      cell: ({ id, state, texts }) =>
        mayEnd &&
        state !== 'over' && (
          <ActLink act="end" on={String(id)} className="action-link" label={t('endOf', { text: texts[locale] })}>
            {t('end')}
          </ActLink>
        ),
      kind: 'act',
    },
  ]
}

function Until({ announcement: { endsAt, endedAt } }: { announcement: ListedAnnouncement }) {
  const t = useTranslations('operatorContent.announcements')
  const at = endedAt ?? endsAt
  return at === null ? t('open') : <Moment at={at} />
}
