import monoFont from '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-500-normal.woff2?url'
import sansFont from '@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2?url'
import type { ReactNode } from 'react'
import { isRouteErrorResponse, Links, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { defaultLocale } from '#src/contract/locale.ts'
import stylesheet from './app.css?url'
import type { Site } from './context/site.server.ts'
import { headScript } from './first-paint/head-script.ts'
import { useFrameData } from './frame/use-frame-data.ts'

export const links = () => [
  { rel: 'preload', href: sansFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' as const },
  { rel: 'preload', href: monoFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' as const },
  { rel: 'stylesheet', href: stylesheet },
]

export function Layout({ children }: { children: ReactNode }) {
  const { locale = defaultLocale, theme = 'light', isMember = false, site } = useFrameData()
  const framed = site?.framed ?? null
  return (
    <html
      lang={locale}
      data-theme={theme}
      data-framed={framed ? '' : undefined}
      data-member={isMember ? '' : undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {!framed && <HeadScript />}
        <Links />
        <BrandLinks site={site} />
      </head>
      <body>
        {children}
        {!framed && (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  )
}

/**
 * The icons, the manifest and the colours of the brand. Their addresses contain the brand's version, so that a new
 * brand is seen at once. React does not touch links and tags of the head that only the server renders, so their code is
 * not sent to the browser.
 */
function BrandLinks({ site: { version, look } = {} }: { site?: Partial<Site> | undefined }) {
  const hasDarkIcon = import.meta.env.SSR && look?.dark?.includes('icon')
  return (
    <>
      {import.meta.env.SSR && (
        <>
          <link
            rel="icon"
            href={`/favicon.svg?v=${version}`}
            media={hasDarkIcon ? '(prefers-color-scheme: light)' : undefined}
          />
          {hasDarkIcon && (
            <link rel="icon" href={`/brand/icon-dark?v=${version}`} media="(prefers-color-scheme: dark)" />
          )}
          <link rel="apple-touch-icon" href={`/apple-touch-icon.png?v=${version}`} />
          <link rel="manifest" href={`/site.webmanifest?v=${version}`} />
          {look?.bar && <meta name="theme-color" content={look.bar} />}
        </>
      )}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made of two checked colours */}
      {look?.css && <style dangerouslySetInnerHTML={{ __html: look.css }} />}
    </>
  )
}

function HeadScript() {
  const script = { __html: import.meta.env.SSR ? headScript : '' }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, allowed by its hash; it acts before the first paint, and has run when the browser's own code comes
  return <script suppressHydrationWarning dangerouslySetInnerHTML={script} />
}

export default function Root() {
  return <Outlet />
}

/** Shown if the layout of the language failed. Translated texts are not available then. */
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
          Home · 首页 · 主頁
        </a>
      </p>
    </main>
  )
}
