import { Link } from 'react-router'
import { useFormatter, useLocale, useTranslations } from 'use-intl'
import { inLanguage } from '../../page/page-link.tsx'
import { StaticBlocks } from '../../pages/reading/static-blocks.tsx'
import { Panel } from '../parts/frame/panel.tsx'
import { Faults } from './faults.tsx'
import type { Preview } from './preview.server.ts'

export function TextPreview({ preview: { path, faults, source, page } }: { preview: Preview }) {
  const t = useTranslations('operatorContent.preview')
  const back = inLanguage(useLocale(), '/operator/content')
  return (
    <Panel
      title={path}
      aside={
        <Link className="link" to={back}>
          {t('close')}
        </Link>
      }
    >
      {page ? <Page page={page} /> : <Faults faults={faults} />}
      {source !== null && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an element that scrolls must be reachable by keyboard
        <pre className="framed top-16 breakable pad-12-16 text-source" tabIndex={0}>
          {source}
        </pre>
      )}
    </Panel>
  )
}

function Page({ page: { title, description, date, locale, blocks } }: { page: NonNullable<Preview['page']> }) {
  const t = useTranslations('operatorContent.preview')
  const format = useFormatter()
  return (
    <article className="prose text-preview" lang={locale}>
      {date !== null && (
        <p className="kick">
          {t('date')}{' '}
          <time dateTime={date}>{format.dateTime(new Date(date), { dateStyle: 'long', timeZone: 'UTC' })}</time>
        </p>
      )}
      <h3 className="page-title">{title}</h3>
      <p className="lead">{description}</p>
      <StaticBlocks blocks={blocks} />
    </article>
  )
}
