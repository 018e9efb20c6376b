import { use, useState } from 'react'
import { PartsContext, type ServerPart } from '../parts/part.tsx'

export type HeadTexts = Record<'title' | 'description' | 'keywords', string>

/**
 * The texts of a page's head, which a part contains as JSON. In the browser, the texts of the loaded document are read
 * from its head.
 */
export function useHeadTexts({ id, html }: ServerPart): HeadTexts {
  const json = use(PartsContext)?.get(id) ?? html
  const [sent] = useState(() => (import.meta.env.SSR ? null : sentTexts()))
  return json ? (JSON.parse(json) as HeadTexts) : (sent ?? { title: '', description: '', keywords: '' })
}

function sentTexts(): HeadTexts {
  const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
  return { title: document.title, description: meta('description'), keywords: meta('keywords') }
}
