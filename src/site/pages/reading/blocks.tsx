import { demoKey } from '#src/contract/site.ts'
import type { Block } from '../../content/library/blocks.server.ts'
import { CodeCard } from '../../ui/code/code-card.tsx'
import { useReaderKey } from './reference/reader-key.ts'
import './reading.css'

/** A rendered document. Samples carry the reader's key where one was chosen. */
export function Blocks({ blocks, sampleLabel }: { blocks: readonly Block[]; sampleLabel: string }) {
  return blocks.map((block, position) =>
    block.kind === 'html' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a document never move
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own Markdown, rendered on the server
      <div key={position} dangerouslySetInnerHTML={{ __html: block.html }} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <Samples key={position} block={block} label={sampleLabel} />
    ),
  )
}

function Samples({ block, label }: { block: Extract<Block, { kind: 'code' }>; label: string }) {
  const key = useReaderKey()
  const [first, ...others] = block.samples.map((sample) => ({ ...sample, text: sample.text.replaceAll(demoKey, key) }))
  return first ? <CodeCard samples={[first, ...others]} label={label} /> : null
}
