import type { LoaderFunctionArgs } from 'react-router'
import { isMovedToHandbook, toHandbook } from '../../../addresses/redirects/moved-handbook.server.ts'
import { publicPage } from '../../../page/page.server.ts'
import { loadDoc } from './doc-data.server.tsx'
import { DocLayout, type DocProps } from './doc-layout.tsx'

const slugOf = ({ params }: Pick<LoaderFunctionArgs, 'params'>) => (params['*'] ?? '').replace(/\/+$/, '')

/** A page without calls. Pages with calls need request scripts, so `routes.ts` assigns `reference-page.tsx` to them. */
const load = publicPage(['docs'], (call) => {
  const doc = loadDoc(call, slugOf(call))
  if (doc.calls.length > 0) throw new Error(`docs/${doc.slug} has calls, so it needs a line in routes.ts.`)
  return doc
})

export async function loader(args: LoaderFunctionArgs) {
  const slug = slugOf(args)
  if (isMovedToHandbook(slug)) throw await toHandbook(args, slug)
  return load(args)
}

export default function Doc({ loaderData }: DocProps) {
  return <DocLayout doc={loaderData} />
}
