import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CallReference } from '../../../content/calls/call-reference.server.ts'
import { RequestCard } from '../../../showcase/request/request-card.tsx'
import { ParameterList } from './parameter-list.tsx'
import { useReaderKey } from './reader-key.ts'
import './reference.css'

/** One call: what it means, and beside it the request with the reader's key and its answer. */
export function CallSection({ call, apiUrl }: { call: CallReference; apiUrl: string }) {
  const t = useTranslations('docs.call')
  const key = useReaderKey()
  const [values, setValues] = useState(call.query)
  const [typed, setTyped] = useState<string | null>(null)
  const query = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  const { id, path, lead, parameters, answer } = call
  return (
    <section className="call" aria-labelledby={id}>
      <div className="call-head">
        <h2 id={id}>
          <span className="call-method">GET</span>
          <a href={`#${id}`}>
            <code>{path}</code>
          </a>
        </h2>
        {/** biome-ignore lint/security/noDangerouslySetInnerHtml: our own Markdown, rendered on the server */}
        <p dangerouslySetInnerHTML={{ __html: lead }} />
      </div>
      <div className="call-request">
        <RequestCard request={{ apiUrl, path, query, key }} typed={typed} recorded={answer} />
      </div>
      <div className="call-body">
        {parameters.length > 0 && (
          <ParameterList
            parameters={parameters}
            values={values}
            onType={(name, value) => setValues({ ...values, [name]: value })}
            onFocus={setTyped}
          />
        )}
        <h3>{t('answer')}</h3>
        <Fields fields={call.fields} />
        <Refusals refusals={call.refusals} />
      </div>
    </section>
  )
}

function Fields({ fields }: Pick<CallReference, 'fields'>) {
  return (
    <ul className="call-rows call-fields">
      {fields.map(({ name, type, meaning }) => (
        <li key={name}>
          <div>
            <code>{name === 'others' ? '…' : name}</code>
            <small>{type}</small>
          </div>
          {/** biome-ignore lint/security/noDangerouslySetInnerHtml: our own Markdown, rendered on the server */}
          <p dangerouslySetInnerHTML={{ __html: meaning }} />
        </li>
      ))}
    </ul>
  )
}

function Refusals({ refusals }: Pick<CallReference, 'refusals'>) {
  const t = useTranslations('docs.call')
  return (
    <details className="call-refusals">
      <summary>{t('refusals', { count: refusals.length })}</summary>
      <ul className="call-rows call-fields">
        {refusals.map(({ error, status, message }) => (
          <li key={error}>
            <div>
              <code>{error}</code>
              <small>{status}</small>
            </div>
            <p>{message}</p>
          </li>
        ))}
      </ul>
    </details>
  )
}
