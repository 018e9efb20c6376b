import type { MouseEventHandler, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useSite } from '../../page/frame-context.ts'
import { PageLink } from '../../page/page-link.tsx'

type NavigationLinkProps = { path: string; onClick: MouseEventHandler; children: ReactNode }

/** A link of header or footer. Docs and blog open in a new tab where the operator keeps them elsewhere. */
export function NavigationLink({ path, onClick, children }: NavigationLinkProps) {
  const t = useTranslations('frame.footer')
  const { docsUrl, blogUrl } = useSite()
  const elsewhere = path.startsWith('/docs') ? docsUrl : path.startsWith('/blog') ? blogUrl : null
  if (!elsewhere)
    return (
      <PageLink to={path} onClick={onClick}>
        {children}
      </PageLink>
    )
  return (
    <a href={elsewhere} target="_blank" rel="noopener" onClick={onClick}>
      {children} <span className="sr-only">{t('newTab')}</span>
    </a>
  )
}
