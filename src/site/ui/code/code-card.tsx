import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { type ServerPart, useParts } from '../../parts/part.tsx'
import { type CodeLanguage, CodeText } from './code-text.tsx'
import { CopyButton } from './copy-button.tsx'

export type CodeSample = { title: string; language: CodeLanguage; text: string }

/**
 * A sample whose text is a static part (`src/site/parts`). A document contains the text once, in the panel that shows
 * the sample.
 */
export type SentSample = Omit<CodeSample, 'text'> & { text: ServerPart }

type CodeCardProps = {
  samples: readonly SentSample[]
  /** Changes each text before it is shown or copied. */
  fill?: (text: string) => string
  /** Names the group of tabs for screen readers. */
  label: string
  /** Shown under the sample: a response, a hint. */
  children?: ReactNode
}

export function CodeCard({ samples, fill = (text) => text, label, children }: CodeCardProps) {
  const texts = useParts(
    samples.map(({ text }) => text),
    ({ textContent }) => textContent ?? '',
  ).map(fill)
  const id = useId()
  const [chosen, setChosen] = useState(0)
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    const next = (chosen + step + samples.length) % samples.length
    setChosen(next)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div className="code-card">
      <div className="code-tabs">
        <div role="tablist" aria-label={label} onKeyDown={move}>
          {samples.map(({ title }, position) => (
            <button
              key={title}
              type="button"
              role="tab"
              id={`${id}-tab-${position}`}
              aria-selected={position === chosen}
              aria-controls={`${id}-panel-${position}`}
              tabIndex={position === chosen ? 0 : -1}
              onClick={() => setChosen(position)}
            >
              {title}
            </button>
          ))}
        </div>
        <CopyButton text={texts[chosen] ?? ''} className="copy" />
      </div>
      {samples.map(({ title, language, text }, position) => (
        <pre
          key={title}
          role="tabpanel"
          id={`${id}-panel-${position}`}
          aria-labelledby={`${id}-tab-${position}`}
          data-unchosen={position !== chosen || undefined}
          data-part={text.id}
          data-title={title}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a sample that scrolls must be reachable by keyboard
          tabIndex={0}
        >
          <CodeText language={language}>{texts[position] ?? ''}</CodeText>
        </pre>
      ))}
      {children}
    </div>
  )
}
