import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { languages } from '#src/contract/locale.ts'
import { inLanguage } from '../../../page/page-link.tsx'
import { StaticBlocks } from '../../../pages/reading/static-blocks.tsx'
import { Panel } from '../../parts/frame/panel.tsx'
import type { entryPreview } from './entry-preview.server.ts'

export function EntryPreview({ preview: { day, isPublished, pages } }: { preview: ReturnType<typeof entryPreview> }) {
  const t = useTranslations('operatorChangelog')
  const back = inLanguage(useLocale(), '/operator/content/changelog')
  return (
    <Panel
      title={t(isPublished ? 'previewPublished' : 'previewDraft', { day })}
      aside={
        <Link className="link" to={back}>
          {t('close')}
        </Link>
      }
    >
      <div className="stack changelog-languages">
        {pages.map(({ locale, blocks }) => (
          <section key={locale} className="prose" lang={locale} aria-label={languages[locale].name}>
            <StaticBlocks blocks={blocks} />
          </section>
        ))}
      </div>
    </Panel>
  )
}
