import { createElement, type ReactNode, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'

/** The element in which the server's renderer leaves what belongs in the head. */
const mark = 'in-head'

/** Puts tags of a page into `<head>`. When the page is mounted, they take the place of those that the server had put there. */
export function InHead({ children }: { children: ReactNode }) {
  const [mounted, setMounted] = useState(false)
  useLayoutEffect(() => setMounted(true), [])
  if (import.meta.env.SSR) return createElement(mark, null, children)
  return mounted ? createPortal(children, document.head) : null
}

/** The page with all that `InHead` rendered at the end of its head, in parts that follow one another. */
export function withHead(html: string): string[] {
  const [start, end] = [`<${mark}>`, `</${mark}>`]
  const headEnd = html.indexOf('</head>')
  const [head, body] = [[html.slice(0, headEnd)], []] as [string[], string[]]
  let from = headEnd
  for (let at = html.indexOf(start, from); at >= 0; at = html.indexOf(start, from)) {
    const until = html.indexOf(end, at)
    body.push(html.slice(from, at))
    head.push(html.slice(at + start.length, until))
    from = until + end.length
  }
  return [...head, ...body, html.slice(from)]
}
