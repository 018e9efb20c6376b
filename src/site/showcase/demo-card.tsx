import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CodeCard } from '../ui/code/code-card.tsx'
import { CodeText } from '../ui/code/code-text.tsx'
import { callDemo, type DemoAnswer } from './demo-call.ts'
import { prettyAnswer } from './samples.ts'
import type { Demo } from './showcase.server.ts'

type Run = { state: 'done'; answer: DemoAnswer | null } | { state: 'running'; answer: DemoAnswer | null }

/** A working command, its real response, and a button that repeats the command from the reader's browser. */
export function DemoCard({ demo: { request, samples, answer: sent } }: { demo: Demo }) {
  const t = useTranslations('home.demo')
  const [{ state, answer }, setRun] = useState<Run>({ state: 'done', answer: sent })
  const [hasRun, setHasRun] = useState(false)
  const run = async () => {
    setHasRun(true)
    setRun({ state: 'running', answer })
    setRun({ state: 'done', answer: await callDemo(request) })
  }
  return (
    <CodeCard samples={samples} label={t('label')}>
      <div className="flow-middle demo-status" aria-live="polite">
        {answer && (
          <>
            <span>
              <b data-bad={answer.status >= 400 || undefined}>{answer.status}</b>
            </span>
            <span>{answer.ms.toFixed(1)} ms</span>
            {answer.remaining !== null && (
              <span className="demo-left">
                {t('left', { remaining: String(answer.remaining), limit: String(answer.limit ?? '–') })}
              </span>
            )}
          </>
        )}
        {!answer && <span>{hasRun && state === 'done' ? t('failed') : t('idle')}</span>}
        <button type="button" className="needs-script" disabled={state === 'running'} onClick={() => void run()}>
          {state === 'running' ? t('running') : t('run')}
        </button>
      </div>
      {answer && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an answer that scrolls must be reachable by keyboard
        <pre className="demo-answer" tabIndex={0}>
          {prettyAnswer(answer.body)
            .split('\n')
            .map((line) => (
              <span key={line} data-line>
                <CodeText language="json">{line}</CodeText>
              </span>
            ))}
        </pre>
      )}
    </CodeCard>
  )
}
