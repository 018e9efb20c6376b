import type { ComponentType } from 'react'
import { demoKey } from '#src/contract/site.ts'
import type { Block, ChartBlock } from '../../content/library/blocks.server.ts'
import { CodeCard } from '../../ui/code/code-card.tsx'
import { useReaderKey } from './reference/reader-key.ts'
import './reading.css'

type BlocksProps = {
  blocks: readonly Block[]
  sampleLabel: string
  /** Draws the charts of pages that have any: the others load no code for it. */
  chart?: ComponentType<ChartBlock>
}

/** A rendered document. Samples carry the reader's key where one was chosen. */
export function Blocks({ blocks, sampleLabel, chart: Chart }: BlocksProps) {
  return blocks.map((block, position) =>
    block.kind === 'html' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a document never move
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own Markdown, rendered on the server
      <div key={position} dangerouslySetInnerHTML={{ __html: block.html }} />
    ) : block.kind === 'code' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <Samples key={position} block={block} label={sampleLabel} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      Chart && <Chart key={position} {...block} />
    ),
  )
}

function Samples({ block, label }: { block: Extract<Block, { kind: 'code' }>; label: string }) {
  const key = useReaderKey()
  const [first, ...others] = block.samples.map((sample) => ({ ...sample, text: sample.text.replaceAll(demoKey, key) }))
  return first ? <CodeCard samples={[first, ...others]} label={label} /> : null
}
