import { pathInLanguage } from '../../../head/head.server.tsx'
import { publicPage } from '../../../page/page.server.ts'
import { ChartFigure } from '../chart-figure.tsx'
import { charted } from '../charted.server.ts'
import { loadDoc } from '../docs/doc-data.server.tsx'
import { DocLayout, type DocProps } from '../docs/doc-layout.tsx'

/** A page of the documentation that may have charts. */
export const loader = publicPage(['docs', 'embed'], (call) =>
  loadDoc(call, pathInLanguage(call.url.pathname).replace('/docs/', ''), charted),
)

export default function Guide({ loaderData }: DocProps) {
  return <DocLayout doc={loaderData} chart={ChartFigure} />
}
