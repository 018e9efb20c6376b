import { type ComponentProps, createContext, useContext } from 'react'
import { Link } from 'react-router'
import { useLocale } from 'use-intl'
import { forgetPreload, preloadSoon } from '../browser/route-preloads.tsx'

/** What all addresses begin with where a page is shown below another one. */
export const LinkBase = createContext('')

type PageLinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string; state?: unknown }

/** A link to a page of ours in the reader's language, preloaded when the reader points at it: `to="/pricing"`, `to="/#pricing"`. */
export function PageLink({ to, state, ...rest }: PageLinkProps) {
  const address = inLanguage(useLocale(), to)
  const base = useContext(LinkBase)
  // The router's link prepares what a click does, which took a tenth of the time to render a page.
  if (import.meta.env.SSR) return <a {...rest} href={base + address} />
  const preload = () => preloadSoon(address)
  return (
    <Link
      {...rest}
      state={state}
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
