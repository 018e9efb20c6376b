import { useLocale, useTranslations } from 'use-intl'
import type { ChangelogRow } from '#src/contract/operator/content/changelog.ts'
import { plainText } from '../../../content/library/plain-text.ts'
import { PageLink } from '../../../page/page-link.tsx'
import { ActLink } from '../../acts/act.tsx'
import { Pill } from '../../parts/marks/pill.tsx'
import type { Column } from '../../parts/table/dense-table.tsx'

/** The columns of entries, with what may be done about each. */
export function useChangelogColumns(): Column<ChangelogRow>[] {
  const t = useTranslations('operatorChangelog')
  const locale = useLocale()
  return [
    { name: 'day', label: t('day'), cell: ({ day }) => day, kind: 'mono' },
    {
      name: 'text',
      label: t('text'),
      cell: ({ id, texts }) => (
        <PageLink to={`/operator/content/changelog?entry=${id}`} className="link changelog-text">
          {plainText(texts[locale].split('\n')[0] ?? '')}
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
    {
      name: 'acts',
      label: '',
      kind: 'act',
      cell: ({ id, day, isPublished }) => (
        <span className="row-acts">
          {!isPublished && (
            <ActLink act="publish" on={`${id}`} className="action-link" label={t('publish.of', { day })}>
              {t('publish.open')}
            </ActLink>
          )}
          <ActLink act="edit" on={`${id}`} className="action-link" label={t('edit.of', { day })}>
            {t('edit.open')}
          </ActLink>
          <ActLink act="remove" on={`${id}`} className="action-link is-danger" label={t('remove.of', { day })}>
            {t('remove.open')}
          </ActLink>
        </span>
      ),
    },
  ]
}
