import type { Block } from '../../content/library/blocks.server.ts'
import type { PageCall } from '../../page/page.server.ts'
import { sentSamples } from '../../ui/code/sent-samples.server.ts'
import type { ShownBlock } from './blocks.tsx'

/** The blocks as a page receives them: their texts are static parts whose ids begin with `id`. */
export function shownBlocks(call: PageCall, id: string, blocks: readonly Block[]): ShownBlock[] {
  return blocks.map((block, position) => {
    const name = `${id}-${position}`
    if (block.kind === 'html') return { kind: 'html', part: call.textPart(name, block.html) }
    return block.kind === 'code' ? { kind: 'code', samples: sentSamples(call, name, block.samples) } : block
  })
}
