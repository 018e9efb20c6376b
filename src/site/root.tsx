import monoFont from '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-500-normal.woff2?url'
import sansFont from '@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2?url'
import { createElement, type ReactNode, useEffect } from 'react'
import { isRouteErrorResponse, Links, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router'
import { defaultLocale, isLocale, type Locale } from '#src/contract/locale.ts'
import stylesheet from './app.css?url'
import { headScript } from './first-paint/head-script.ts'

export const links = () => [
  { rel: 'preload', href: sansFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' as const },
  { rel: 'preload', href: monoFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' as const },
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'manifest', href: '/site.webmanifest' },
]

function usePageLocale(): Locale {
  const found = useMatches().map(({ loaderData }) => (loaderData as { locale?: unknown } | undefined)?.locale)
  return found.find(isLocale) ?? defaultLocale
}

/** Announcements to everybody are put into the finished page (`announcements/bar.server.ts`). */
const filledByServer = { dangerouslySetInnerHTML: { __html: '' } }

export function Layout({ children }: { children: ReactNode }) {
  const locale = usePageLocale()
  useEffect(() => {
    document.documentElement.lang = locale
  }, [locale])
  const page = (
    <>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/** biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, allowed by its hash; it acts before the first paint, and has run when the browser's own code comes */}
        <script dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? headScript : '' }} />
        <Links />
      </head>
      <body>
        {createElement('announcement-bar', filledByServer)}
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </>
  )
  // Preact takes over what is in the root element, not the element itself.
  if (!import.meta.env.SSR) return page
  return (
    <html lang={locale} data-theme="light">
      {page}
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

/** The last net: the layout of the language itself could not be made, so no words are at hand. */
export function ErrorBoundary({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  return (
    <main className="last-error">
      <p className="kick">{status}</p>
      <h1>Internal Server Error</h1>
      <p className="text-muted">
        服务器繁忙，请稍后再试 · 伺服器繁忙，請稍後再試 · Server is busy, please try again later.
      </p>
      <p>
        <a className="link" href="/">
          tapewire
        </a>
      </p>
    </main>
  )
}
