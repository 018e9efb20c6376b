import { type ComponentProps, createContext, type MouseEvent, type PointerEvent, use } from 'react'
import { useNavigate } from 'react-router'
import type { ClickEvent } from '#src/contract/account/support.ts'
import { trackClick } from '../browser/analytics.ts'
import { forgetPreload, preloadSoon } from '../browser/route-preloads.tsx'
import { shellOf } from '../browser/shell.ts'
import { useSite } from '../context/site-context.ts'

/**
 * Content of a page that never changes, rendered by its loader (`parts.server.tsx`). A document contains the content
 * once, as HTML, from which the browser reads it. A client navigation receives the content in `html`.
 */
export type ServerPart = { id: string; html?: string }

/** The static parts that the document's loaders made, by id; only while the server renders the document. */
export const PartsContext = createContext<ReadonlyMap<string, string> | null>(null)

/**
 * Static parts read from the document's HTML, by id. A component that mounts again finds its part here, even if the
 * HTML has changed.
 */
const sent = new Map<string, string>()

/** The content of a part. `read` extracts the content from the element of the document that shows the part. */
export function usePart(part: ServerPart, read: (element: Element) => string): string {
  const [content = ''] = useParts([part], read)
  return content
}

export function useParts(parts: readonly ServerPart[], read: (element: Element) => string): string[] {
  const rendered = use(PartsContext)
  return parts.map(({ id, html }) => html ?? rendered?.get(id) ?? (import.meta.env.SSR ? '' : sentIn(id, read)))
}

function sentIn(id: string, read: (element: Element) => string): string {
  const element = sent.has(id) ? null : document.querySelector(`[data-part="${CSS.escape(id)}"]`)
  if (element) sent.set(id, read(element))
  return sent.get(id) ?? ''
}

type PartProps = { part: ServerPart | undefined; as?: 'div' | 'nav' | 'p' | 'article' | 'header' } & Pick<
  ComponentProps<'div'>,
  'className' | 'aria-label' | 'aria-labelledby'
>

/**
 * Shows a part. The router handles the part's links to pages of the shell. Clicks on links with `data-track` are
 * counted.
 */
export function Part({ part, ...rest }: PartProps) {
  return part ? <Rendered part={part} {...rest} /> : null
}

function Rendered({ part, as: Tag = 'div', ...rest }: PartProps & { part: ServerPart }) {
  const content = usePart(part, ({ innerHTML }) => innerHTML)
  const links = useLinks()
  return (
    <Tag
      {...rest}
      {...links}
      data-part={part.id}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by our own loader
      dangerouslySetInnerHTML={{ __html: content }}
    />
  )
}

function useLinks() {
  const navigate = useNavigate()
  const { analytics } = useSite()
  return {
    onClick(event: MouseEvent) {
      const link = linkOf(event)
      if (!link) return
      const { track, tags = '' } = link.dataset
      if (track) trackClick(analytics, track as ClickEvent, tags)
      const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      if (!isPlain || event.defaultPrevented || !isPage(link)) return
      event.preventDefault()
      void navigate(link.pathname + link.search + link.hash)
    },
    onPointerOver(event: PointerEvent) {
      const link = linkOf(event)
      if (link && isPage(link)) preloadSoon(link.pathname + link.search)
    },
    onPointerOut: forgetPreload,
  }
}

function linkOf({ target }: MouseEvent): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest('a') : null
}

/** Whether a link leads to another page of this shell. An address with an extension leads to a text or a file. */
function isPage({ origin, pathname, target }: HTMLAnchorElement): boolean {
  const here = location
  if (origin !== here.origin || target !== '' || pathname === here.pathname || /\.\w+$/.test(pathname)) return false
  return shellOf(pathname) === shellOf(here.pathname)
}
