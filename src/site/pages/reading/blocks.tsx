import type { ComponentType } from 'react'
import { demoKey } from '#src/contract/site.ts'
import type { ChartBlock } from '../../content/library/blocks.server.ts'
import { Part, type ServerPart } from '../../parts/part.tsx'
import { CodeCard, type SentSample } from '../../ui/code/code-card.tsx'
import { useReaderKey } from './reference/reader-key.ts'
import './reading.css'

/** A block of a document as the page's component receives it. Texts and samples are static parts (`src/site/parts`). */
export type ShownBlock = { kind: 'html'; part: ServerPart } | { kind: 'code'; samples: SentSample[] } | ChartBlock

type BlocksProps = {
  blocks: readonly ShownBlock[]
  sampleLabel: string
  /** The component that draws charts. Only pages with charts pass it, so that other pages do not load its code. */
  chart?: ComponentType<ChartBlock>
}

/** A rendered document. If the reader chose a key, the samples contain the key. */
export function Blocks({ blocks, sampleLabel, chart: Chart }: BlocksProps) {
  return blocks.map((block, position) =>
    block.kind === 'html' ? (
      <Part key={block.part.id} part={block.part} />
    ) : block.kind === 'code' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a document never move
      <Samples key={position} samples={block.samples} label={sampleLabel} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      Chart && <Chart key={position} {...block} />
    ),
  )
}

function Samples({ samples, label }: { samples: readonly SentSample[]; label: string }) {
  const key = useReaderKey()
  return <CodeCard samples={samples} fill={(text) => text.replaceAll(demoKey, key)} label={label} />
}
