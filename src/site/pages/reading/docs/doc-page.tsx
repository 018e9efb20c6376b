import { publicPage } from '../../../page/page.server.ts'
import { loadDoc } from './doc-data.server.tsx'
import { DocLayout, type DocProps } from './doc-layout.tsx'

/** A page without calls. Pages with calls need request scripts: `routes.ts` gives them `reference-page.tsx`. */
export const loader = publicPage(['docs'], (call) => {
  const doc = loadDoc(call, (call.params['*'] ?? '').replace(/\/+$/, ''))
  if (doc.calls.length > 0) throw new Error(`docs/${doc.slug} has calls, so it needs a line in routes.ts.`)
  return doc
})

export default function Doc({ loaderData }: DocProps) {
  return <DocLayout doc={loaderData} />
}
