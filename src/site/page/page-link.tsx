import { type ComponentProps, createContext, use } from 'react'
import { Link, useLocation } from 'react-router'
import { useLocale } from 'use-intl'
import { forgetPreload, preloadSoon } from '../browser/route-preloads.tsx'
import { shellOf } from '../shells/shell.ts'

/** What all addresses begin with where a page is shown below another one. */
export const LinkBase = createContext('')

type PageLinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string }

/**
 * A link to a page of ours in the reader's language, preloaded when the reader points at it: `to="/pricing"`, `to="/#pricing"`.
 * A page of another shell is loaded as a document.
 */
export function PageLink({ to, ...rest }: PageLinkProps) {
  const address = inLanguage(useLocale(), to)
  const base = use(LinkBase)
  const { pathname } = useLocation()
  // On the server without the router's link, which prepares what a click does: a tenth of the time to render a page.
  if (import.meta.env.SSR || shellOf(address) !== shellOf(pathname)) return <a {...rest} href={base + address} />
  const preload = () => preloadSoon(address)
  return (
    <Link
      {...rest}
      to={address}
      onPointerEnter={preload}
      onPointerLeave={forgetPreload}
      onFocus={preload}
      onBlur={forgetPreload}
    />
  )
}

/** `/pricing` → `/en-US/pricing`, `/` → `/en-US`. */
export function inLanguage(locale: string, path: string): string {
  return `/${locale}${path.replace(/^\/(?=$|[#?])/, '')}`
}
