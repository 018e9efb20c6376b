import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { type CodeLanguage, CodeText } from './code-text.tsx'
import { CopyButton } from './copy-button.tsx'

export type CodeSample = { title: string; language: CodeLanguage; text: string }

type CodeCardProps = {
  samples: readonly [CodeSample, ...CodeSample[]]
  /** Names the group of tabs for screen readers. */
  label: string
  /** Shown under the sample: an answer, a hint. */
  children?: ReactNode
}

export function CodeCard({ samples, label, children }: CodeCardProps) {
  const id = useId()
  const [chosen, setChosen] = useState(0)
  const sample = samples[chosen] ?? samples[0]
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
              aria-controls={`${id}-panel`}
              tabIndex={position === chosen ? 0 : -1}
              onClick={() => setChosen(position)}
            >
              {title}
            </button>
          ))}
        </div>
        <CopyButton text={sample.text} className="copy" />
      </div>
      {/** biome-ignore lint/a11y/noNoninteractiveTabindex: a sample that scrolls must be reachable by keyboard */}
      <pre role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${chosen}`} tabIndex={0}>
        <CodeText language={sample.language}>{sample.text}</CodeText>
      </pre>
      {children}
    </div>
  )
}
