import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { useSite } from '../context/site-context.ts'
import { PageLink } from '../page/page-link.tsx'

type NavigationLinkProps = Omit<ComponentProps<'a'>, 'href' | 'target' | 'rel'> & { path: string }

/** A link to a page of docs or blog, which opens in a new tab if the operator hosts docs or blog elsewhere. */
export function NavigationLink({ path, children, ...rest }: NavigationLinkProps) {
  const t = useTranslations('frame.footer')
  const { docsUrl, blogUrl } = useSite()
  const [, part, page = ''] = /^\/(docs|blog)(.*)/.exec(path) ?? []
  const elsewhere = part === 'docs' ? docsUrl : part === 'blog' ? blogUrl : null
  if (!elsewhere)
    return (
      <PageLink to={path} {...rest}>
        {children}
      </PageLink>
    )
  return (
    <a href={elsewhere.replace(/\/$/, '') + page} target="_blank" rel="noopener" {...rest}>
      {children} <span className="sr-only">{t('newTab')}</span>
    </a>
  )
}
