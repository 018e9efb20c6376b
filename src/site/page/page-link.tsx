import { type ComponentProps, createContext, use } from 'react'
import { Link, useLocation } from 'react-router'
import { useLocale } from 'use-intl'
import { forgetPreload, preloadSoon } from '../browser/route-preloads.tsx'
import { shellOf } from '../browser/shell.ts'

/** Prefix of the paths of all links: the path below which a customer's pages are shown in the console; '' elsewhere. */
export const LinkBase = createContext('')

type PageLinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string }

/**
 * A link to one of our pages in the reader's language, such as `to="/pricing"` or `to="/#pricing"`. Pointing at the
 * link preloads the page; a page of another shell is loaded as a document. The server renders a plain link: the
 * router's link would take a tenth of the rendering time.
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
