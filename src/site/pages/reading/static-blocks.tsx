import type { Block, CodeBlock } from '../../content/library/blocks.server.ts'
import { CodeText } from '../../ui/code/code-text.tsx'
import './reading.css'

/** A document with plain samples, which cannot be copied or run. */
export function StaticBlocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, position) =>
    block.kind === 'html' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
      <Html key={position} html={block.html} />
    ) : block.kind === 'code' ? (
      block.samples.map((sample) => <Sample key={sample.title} sample={sample} />)
    ) : null,
  )
}

function Html({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own Markdown, in which HTML is text
  return <div dangerouslySetInnerHTML={{ __html: html }} />
}

function Sample({ sample: { title, language, text } }: { sample: CodeBlock }) {
  return (
    <figure className="code-card">
      <figcaption className="code-tabs">{title}</figcaption>
      {/** biome-ignore lint/a11y/noNoninteractiveTabindex: a sample that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        <CodeText language={language}>{text}</CodeText>
      </pre>
    </figure>
  )
}
