import { type ComponentProps, createContext, use } from 'react'
import { Link, useLocation } from 'react-router'
import { useLocale } from 'use-intl'
import { forgetPreload, preloadSoon } from '../browser/route-preloads.tsx'
import { shellOf } from '../browser/shell.ts'

/** What all addresses begin with where a page is shown below another one. */
export const LinkBase = createContext('')

type PageLinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string }

/**
 * A link to a page of ours in the reader's language, preloaded when the reader points at it: `to="/pricing"`, `to="/#pricing"`.
 * A page of another shell is loaded as a document. On the server it does without the router's link, which prepares what a click
 * does: a tenth of the time to render a page.
 */
export const PageLink = import.meta.env.SSR ? PlainLink : RoutedLink

function PlainLink({ to, ...rest }: PageLinkProps) {
  return <a {...rest} href={use(LinkBase) + inLanguage(useLocale(), to)} />
}

function RoutedLink({ to, ...rest }: PageLinkProps) {
  const address = inLanguage(useLocale(), to)
  const { pathname } = useLocation()
  if (shellOf(address) !== shellOf(pathname)) return <a {...rest} href={address} />
  const preload = () => preloadSoon(address)
  return (
    <Link
      {...rest}
      to={address}
      discover="none"
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
