import { pathInLanguage } from '../../../head/head.server.tsx'
import { publicPage } from '../../../page/page.server.ts'
import { CallSection } from '../reference/call-section.tsx'
import { useScrollSpy } from '../reference/scroll-spy.ts'
import { loadDoc } from './doc-data.server.tsx'
import { DocLayout, type DocProps } from './doc-layout.tsx'

export const loader = publicPage(['docs', 'request'], (call) =>
  loadDoc(call, pathInLanguage(call.url.pathname).replace('/docs/', '')),
)

export default function Reference({ loaderData: doc }: DocProps) {
  useScrollSpy('.docs-nav .docs-calls a', doc.slug)
  return (
    <DocLayout doc={doc}>
      {doc.calls.map((call, position) => (
        <CallSection key={call.path} call={call} apiUrl={doc.apiUrl} isOpen={position === 0} />
      ))}
    </DocLayout>
  )
}
