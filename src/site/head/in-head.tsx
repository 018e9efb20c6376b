import { createElement, type ReactNode, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'

/** The element in which the server's renderer leaves what belongs in the head. */
const mark = 'in-head'
const marked = /<in-head>([\s\S]*?)<\/in-head>/g

/** Puts tags of a page into `<head>`. When the page is mounted, they take the place of those that the server had put there. */
export function InHead({ children }: { children: ReactNode }) {
  const [mounted, setMounted] = useState(false)
  useLayoutEffect(() => setMounted(true), [])
  if (import.meta.env?.SSR) return createElement(mark, null, children)
  return mounted ? createPortal(children, document.head) : null
}

/** The page with all that `InHead` rendered at the end of its head. */
export function withHead(html: string): string {
  const tags: string[] = []
  const rest = html.replace(marked, (_, inner: string) => {
    tags.push(inner)
    return ''
  })
  return rest.replace('</head>', () => `${tags.join('')}</head>`)
}
