import { useLocale, useTranslations } from 'use-intl'
import type { ChangelogRow } from '#src/contract/operator/content/changelog.ts'
import { textIn } from '#src/contract/status/status.ts'
import { changelogTextMax } from '#src/contract/values/announcement.ts'
import { plainText } from '../../../content/library/plain-text.ts'
import { PageLink } from '../../../page/page-link.tsx'
import { ActArea, ActField } from '../../acts/act.tsx'
import { LanguageTabs } from '../../acts/language-tabs.tsx'
import { ListAndAct, type RowAct } from '../../list/list-and-act.tsx'
import { Pill } from '../../parts/marks/pill.tsx'
import type { Column } from '../../parts/table/dense-table.tsx'

export function Entries({ entries }: { entries: readonly ChangelogRow[] }) {
  const t = useTranslations('operatorChangelog')
  return (
    <ListAndAct
      title={t('entries')}
      aside={t('newest')}
      columns={useColumns()}
      rows={entries}
      rowKey={({ id }) => id}
      isMarked={({ isPublished }) => !isPublished}
      none={{ title: t('none'), text: t('noneText') }}
      acts={useActs()}
      hidden={({ version }) => ({ version })}
    />
  )
}

function useColumns(): Column<ChangelogRow>[] {
  const t = useTranslations('operatorChangelog')
  const locale = useLocale()
  return [
    { name: 'day', label: t('day'), cell: ({ day }) => day, kind: 'mono' },
    {
      name: 'text',
      label: t('text'),
      cell: ({ id, texts }) => (
        <PageLink to={`/operator/content/changelog?entry=${id}`} className="link breakable">
          {plainText(textIn(texts, locale).text.split('\n')[0] ?? '')}
        </PageLink>
      ),
    },
    {
      name: 'state',
      label: t('state'),
      cell: ({ isPublished }) => (
        <Pill tone={isPublished ? 'good' : 'half'}>{t(isPublished ? 'published' : 'draft')}</Pill>
      ),
    },
  ]
}

function useActs(): RowAct<ChangelogRow>[] {
  const t = useTranslations('operatorChangelog')
  const worded = (name: 'publish' | 'edit' | 'remove') => ({
    ...{ name, link: t(`${name}.open`), submit: t(`${name}.submit`) },
    label: ({ day }: ChangelogRow) => t(`${name}.of`, { day }),
    title: ({ day }: ChangelogRow) => t(`${name}.title`, { day }),
  })
  return [
    {
      ...worded('publish'),
      where: ({ isPublished }) => !isPublished,
      effects: () => [t('publish.shows'), t('publish.languages')],
    },
    {
      ...worded('edit'),
      effects: ({ isPublished }) => [t(isPublished ? 'edit.everybody' : 'add.draft'), t('add.markdown')],
      fields: ({ day, texts }) => <EntryFields day={day} texts={texts} />,
    },
    {
      ...worded('remove'),
      look: 'action-link is-danger',
      effects: ({ isPublished }) => [t(isPublished ? 'remove.gone' : 'remove.draft'), t('remove.log')],
      danger: true,
    },
  ]
}

export function EntryFields({ day, texts }: { day: string; texts?: ChangelogRow['texts'] }) {
  const t = useTranslations('operatorChangelog')
  const act = useTranslations('operator.act')
  return (
    <>
      <ActField label={t('day')} name="day" type="date" defaultValue={day} required />
      <LanguageTabs>
        {(locale, language) => (
          <ActArea
            label={t('textIn', { language })}
            hint={act('oneIsEnough')}
            name={locale}
            lang={locale}
            rows={8}
            maxLength={changelogTextMax}
            defaultValue={texts?.[locale]}
          />
        )}
      </LanguageTabs>
    </>
  )
}
