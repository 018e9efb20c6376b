import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type ServerPart, usePart } from '../../parts/part.tsx'
import { CodeText } from '../../ui/code/code-text.tsx'
import { CopyButton } from '../../ui/code/copy-button.tsx'
import { type ApiRequest, type RequestLanguage, requestLanguages, requestLines } from './request-lines.ts'
import { type CallAnswer, runCall } from './run-call.ts'
import './request-card.css'

type RequestCardProps = {
  request: ApiRequest
  /**
   * Reveals the whole key if the request shows the key masked; null if the reader declined. Without the function the
   * reader may not reveal the key, and the request can only be copied.
   */
  wholeKey?: (() => Promise<string | null>) | null
  /** The parameter being typed, whose line is marked. */
  typed?: string | null
  /** The recorded response, which is shown until the reader runs the request. */
  recorded: ServerPart
}

/** The request in four languages, a button that sends the request from the reader's browser, and the response. */
export function RequestCard({ request, wholeKey, typed, recorded }: RequestCardProps) {
  const t = useTranslations('request')
  const [chosen, setChosen] = useState<RequestLanguage>('cURL')
  const lines = requestLines(chosen, request)
  const whole = async (): Promise<ApiRequest | null> => {
    if (!wholeKey) return request
    const key = await wholeKey()
    return key === null ? null : { ...request, key }
  }
  const copied = async () => {
    const sent = await whole()
    return (
      sent &&
      requestLines(chosen, sent)
        .map(({ text }) => text)
        .join('\n')
    )
  }
  const language = requestLanguages.find(({ title }) => title === chosen)?.language ?? 'code'
  const panel = useId()
  return (
    <div className="code-card request-card">
      <div className="code-tabs">
        <div role="tablist" aria-label={t('languages')}>
          {requestLanguages.map(({ title }) => (
            <button
              key={title}
              type="button"
              role="tab"
              aria-selected={title === chosen}
              aria-controls={panel}
              onClick={() => setChosen(title)}
            >
              {title}
            </button>
          ))}
        </div>
        <CopyButton text={copied} className="copy" />
      </div>
      {/** biome-ignore lint/a11y/noNoninteractiveTabindex: a request that scrolls must be reachable by keyboard */}
      <pre role="tabpanel" id={panel} aria-label={chosen} data-title={chosen} tabIndex={0}>
        {lines.map(({ text, of }, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
          <span key={position} data-typed={(of !== undefined && of === typed) || undefined}>
            <CodeText language={language}>{`${text}\n`}</CodeText>
          </span>
        ))}
      </pre>
      <Answer whole={whole} mayRun={wholeKey !== null} recorded={recorded} />
    </div>
  )
}

type Run = { state: 'idle' } | { state: 'running' } | { state: 'done'; answer: CallAnswer | null }

type AnswerProps = { whole: () => Promise<ApiRequest | null>; mayRun: boolean; recorded: ServerPart }

function Answer({ whole, mayRun, recorded }: AnswerProps) {
  const t = useTranslations('request')
  const [run, setRun] = useState<Run>({ state: 'idle' })
  const start = async () => {
    const request = await whole()
    if (!request) return
    setRun({ state: 'running' })
    setRun({ state: 'done', answer: await runCall(request) })
  }
  const sent = usePart(recorded, linesIn)
  const answer = run.state === 'done' ? run.answer : null
  const text = run.state === 'done' ? (answer?.text ?? null) : sent
  return (
    <>
      <div className="flow-middle request-status" aria-live="polite">
        <Status run={run} />
        {mayRun && (
          <button
            type="button"
            className="needs-script"
            disabled={run.state === 'running'}
            onClick={() => void start()}
          >
            {run.state === 'running' ? t('running') : t('run')}
          </button>
        )}
      </div>
      {/** biome-ignore lint/a11y/noNoninteractiveTabindex: an answer that scrolls must be reachable by keyboard */}
      <pre className="request-answer" data-part={recorded.id} tabIndex={0}>
        {text?.split('\n').map((line, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
          <span key={position} data-line>
            <CodeText language="json">{line}</CodeText>
          </span>
        ))}
        {text === null && answer && t('file', { bytes: String(answer.bytes) })}
      </pre>
    </>
  )
}

/** The text of the recorded response, in which each line is an element. */
function linesIn(answer: Element): string {
  return [...answer.children].map(({ textContent }) => textContent).join('\n')
}

function Status({ run }: { run: Run }) {
  const t = useTranslations('request')
  if (run.state === 'running') return <span>{t('waiting')}</span>
  if (run.state === 'idle') return <span>{t('recorded')}</span>
  if (!run.answer) return <span>{t('failed')}</span>
  const { status, ms, remaining, limit } = run.answer
  return (
    <>
      <b data-bad={status >= 400 || undefined}>{status}</b>
      <span>{ms.toFixed(1)} ms</span>
      {remaining !== null && limit !== null && <span>{t('left', { remaining, limit })}</span>}
    </>
  )
}
