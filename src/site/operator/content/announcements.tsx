import { useLocale, useTranslations } from 'use-intl'
import { languages } from '#src/contract/locale.ts'
import type { ListedAnnouncement, SoldPlan } from '#src/contract/operator/content/content.ts'
import { textIn } from '#src/contract/status/status.ts'
import { Moment } from '../../ui/time/moment.tsx'
import { ListAndAct, type RowAct } from '../list/list-and-act.tsx'
import { Pill, type Tone } from '../parts/marks/pill.tsx'
import type { Column } from '../parts/table/dense-table.tsx'
import { useListed } from '../parts/words/use-listed.ts'
import { AnnouncementFields, announcementPreview } from './announce-act.tsx'
import { readersOf } from './readers.ts'

const tones: Record<ListedAnnouncement['state'], Tone> = { shown: 'good', coming: 'half', over: 'none' }

type AnnouncementsProps = {
  announcements: readonly ListedAnnouncement[]
  plans: readonly SoldPlan[]
  mayEdit: boolean
  mayEnd: boolean
}

export function Announcements({ announcements, plans, mayEdit, mayEnd }: AnnouncementsProps) {
  const t = useTranslations('operatorContent.announcements')
  const act = useTranslations('operator.act')
  const edit = useEdit(plans)
  const end = useEnd()
  const shown = announcements.filter(({ state }) => state === 'shown').length
  return (
    <ListAndAct
      title={t('title')}
      aside={t('shown', { count: shown })}
      columns={useColumns(plans)}
      rows={announcements}
      rowKey={({ id }) => id}
      none={{ title: t('none'), text: t('noneText') }}
      acts={[...(mayEdit ? [edit] : []), ...(mayEnd ? [end] : [])]}
      actsLabel={<span className="sr-only">{act('column')}</span>}
    />
  )
}

function useColumns(plans: readonly SoldPlan[]): Column<ListedAnnouncement>[] {
  const t = useTranslations('operatorContent.announcements')
  const readers = useTranslations('operatorContent.readers')
  const listed = useListed()
  const nameOf = (id: string) => plans.find((plan) => plan.id === id)?.name ?? id
  return [
    {
      name: 'text',
      label: t('text'),
      cell: ({ texts, level }) => (
        <span className="block announced" data-level={level}>
          <Text texts={texts} />
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
  ]
}

function Text({ texts }: Pick<ListedAnnouncement, 'texts'>) {
  const own = useLocale()
  const { text, locale } = textIn(texts, own)
  return (
    <span lang={locale}>
      {text}
      {locale !== own && <span className="row-note">{languages[locale].name}</span>}
    </span>
  )
}

function useEdit(plans: readonly SoldPlan[]): RowAct<ListedAnnouncement> {
  const t = useTranslations('operatorContent')
  const locale = useLocale()
  return {
    name: 'edit',
    where: ({ state, planIds }) => state !== 'over' && (planIds?.length ?? 1) === 1,
    link: t('announcements.edit'),
    label: ({ texts }) => t('announcements.editOf', { text: textIn(texts, locale).text }),
    title: () => t('edit.title'),
    effects: () => [t('edit.atOnce'), t('edit.closed')],
    submit: t('edit.submit'),
    preview: announcementPreview,
    fields: (announcement) => <AnnouncementFields plans={plans} announcement={announcement} />,
  }
}

function useEnd(): RowAct<ListedAnnouncement> {
  const t = useTranslations('operatorContent')
  const locale = useLocale()
  return {
    name: 'end',
    where: ({ state }) => state !== 'over',
    link: t('announcements.end'),
    label: ({ texts }) => t('announcements.endOf', { text: textIn(texts, locale).text }),
    title: () => t('end.title'),
    effects: ({ texts, state }) => [
      textIn(texts, locale).text,
      t(`end.${state === 'coming' ? 'never' : 'atOnce'}`),
      t('end.again'),
    ],
    submit: t('end.submit'),
    danger: true,
  }
}

function Until({ announcement: { endsAt, endedAt } }: { announcement: ListedAnnouncement }) {
  const t = useTranslations('operatorContent.announcements')
  const at = endedAt ?? endsAt
  return at === null ? t('open') : <Moment at={at} />
}
