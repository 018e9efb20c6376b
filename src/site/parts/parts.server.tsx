import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { RouterContextProvider } from 'react-router'
import { IntlProvider } from 'use-intl'
import { keptPartsContext, localeContext, partsContext, platformContext } from '../context/context.ts'
import { siteOf } from '../context/site.server.ts'
import { FrameContext } from '../context/site-context.ts'
import { siteWords } from '../context/words.server.ts'
import { KeptFormatters } from './kept-formatters.server.tsx'
import type { ServerPart } from './part.tsx'

/**
 * Renders content that never changes in the browser, in the request's language. In a document, `<Part>` writes the
 * content once; the response to a client navigation contains it. `id` must be unique on the page.
 */
export function renderPart(context: Readonly<RouterContextProvider>, id: string, content: ReactNode): ServerPart {
  return textPart(context, id, rendered(context, id, content))
}

/**
 * Like `renderPart`, for content that all pages of a language share. The content is rendered again only after the
 * cached pages were dropped.
 */
export function keptPart(context: Readonly<RouterContextProvider>, id: string, content: ReactNode): ServerPart {
  const kept = context.get(keptPartsContext)
  const key = `${context.get(localeContext)} ${id}`
  const html = kept?.get(key) ?? rendered(context, id, content)
  kept?.set(key, html)
  return textPart(context, id, html)
}

function rendered(context: Readonly<RouterContextProvider>, id: string, content: ReactNode): string {
  const locale = context.get(localeContext)
  return renderToStaticMarkup(
    <FrameContext value={siteOf(context)}>
      <KeptFormatters>
        <IntlProvider
          locale={locale}
          messages={siteWords(context.get(platformContext), locale) as never}
          timeZone="UTC"
        >
          {content}
        </IntlProvider>
      </KeptFormatters>
    </FrameContext>,
    { identifierPrefix: id },
  )
}

/**
 * A part with plain text, or with our own HTML in which texts are escaped. The component that shows the part must know
 * which kind of content the part has.
 */
export function textPart(context: Readonly<RouterContextProvider>, id: string, html: string): ServerPart {
  const document = context.get(partsContext)
  if (!document) return { id, html }
  document.set(id, html)
  return { id }
}
