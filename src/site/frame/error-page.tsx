import { isRouteErrorResponse, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { useHeadTexts } from '../head/head-texts.ts'
import { PageLink } from '../page/page-link.tsx'
import type { ServerPart } from '../parts/part.tsx'
import { useFrameData } from './use-frame-data.ts'

export function ErrorPage({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  return status === 404 ? <NotFound path={pathOf(error)} /> : <Failure status={status} message={messageOf(error)} />
}

function pathOf(error: unknown): string {
  const data: unknown = isRouteErrorResponse(error) ? error.data : null
  return typeof data === 'object' && data !== null && 'path' in data ? String(data.path) : ''
}

/**
 * The message of a refusal thrown as `data(message, { status })`; null for the router's own errors, which address
 * developers, and for server faults, whose text may come from a proxy.
 */
export function messageOf(error: unknown): string | null {
  if (!isRouteErrorResponse(error) || error.status >= 500 || ('internal' in error && error.internal)) return null
  return typeof error.data === 'string' ? error.data : null
}

function NotFound({ path }: { path: string }) {
  const t = useTranslations('notfound')
  return (
    <section className="wrap error-page">
      <Meta head={useFrameData().notFoundHead} />
      <p className="kick">404</p>
      <h1 className="hero-title">{t('title')}</h1>
      <p className="lead">{path ? t('path', { path }) : t('description')}</p>
      <p className="acts">
        <PageLink to="/" className="btn btn-accent">
          {t('home')}
        </PageLink>
        <PageLink to="/docs/search" className="btn btn-outline">
          {t('docs')}
        </PageLink>
        <PageLink to="/chart" className="btn btn-outline">
          {t('chart')}
        </PageLink>
      </p>
    </section>
  )
}

function Failure({ status, message }: { status: number; message: string | null }) {
  const { pathname, search } = useLocation()
  const t = useTranslations('error')
  return (
    <section className="wrap error-page">
      <Meta head={useFrameData().errorHead} />
      <p className="kick">{status}</p>
      <h1 className="hero-title">{t('title')}</h1>
      <p className="lead">{message || t('description')}</p>
      <p className="acts">
        <a href={pathname + search} className="btn btn-accent">
          {t('retry')}
        </a>
        <PageLink to="/" className="btn btn-outline">
          {t('home')}
        </PageLink>
      </p>
    </section>
  )
}

function Meta({ head = { id: '' } }: { head: ServerPart | undefined }) {
  const { title, description, keywords } = useHeadTexts(head)
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta name="keywords" content={keywords} />
    </>
  )
}
