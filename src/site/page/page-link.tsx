import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { useLocale } from 'use-intl'
import { forgetPreload, preloadSoon } from '../browser/route-preloads.tsx'

/** A link to a page of ours in the reader's language, preloaded when the reader points at it: `to="/pricing"`, `to="/#pricing"`. */
export function PageLink({ to, ...rest }: Omit<ComponentProps<typeof Link>, 'to'> & { to: string }) {
  const address = inLanguage(useLocale(), to)
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
