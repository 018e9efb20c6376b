import type { ComponentType, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { ChartBlock } from '../../../content/library/blocks.server.ts'
import { Part } from '../../../parts/part.tsx'
import { Blocks } from '../blocks.tsx'
import { useUnfolding } from '../use-unfolding.ts'
import type { DocData } from './doc-data.server.tsx'
import { DocsNavigation } from './docs-navigation.tsx'
import { KeyPicker } from './key-picker.tsx'

export type DocProps = { loaderData: Omit<DocData, 'head' | 'scripted'> }

type DocLayoutProps = {
  doc: DocProps['loaderData']
  children?: ReactNode
  /** The component that draws charts, on pages with charts. */
  chart?: ComponentType<ChartBlock>
}

/**
 * A documentation page. `children` (the calls of a reference page) are shown between the blocks `before` and `after`.
 */
export function DocLayout({ doc, children, chart }: DocLayoutProps) {
  const { links, top, before, calls, after, end, contents, folded } = doc
  const t = useTranslations('docs')
  useUnfolding()
  return (
    <div className={calls.length > 0 ? 'wrap stack docs docs-reference' : 'wrap stack docs'}>
      <DocsNavigation links={links} sections={folded} />
      <article className="prose">
        <Part part={top} />
        <KeyPicker />
        <Blocks blocks={before} sampleLabel={t('sample')} {...(chart && { chart })} />
        {children}
        <Blocks blocks={after} sampleLabel={t('sample')} />
        <Part part={end} />
      </article>
      {contents && <Part part={contents} as="nav" aria-label={t('onThisPage')} className="docs-toc" />}
    </div>
  )
}
