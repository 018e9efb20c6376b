import { useTranslations } from 'use-intl'
import type { CallReference } from '../../../content/calls/call-reference.server.ts'
import type { PageCall } from '../../../page/page.server.ts'
import type { ShownCall } from './call-section.tsx'

export function shownCalls({ part, textPart }: PageCall, calls: readonly CallReference[]): ShownCall[] {
  return calls.map((call) => {
    const { id, path, query, answer, parameters } = call
    return {
      ...{ id, path, query },
      answer: textPart(`${id}-answer`, answer),
      head: part(`${id}-head`, <Head call={call} />),
      lead: part(`${id}-lead`, <Lead call={call} />),
      meaning: part(`${id}-meaning`, <Meaning call={call} />),
      parameters: parameters.map(({ meaning, ...parameter }) => ({
        ...parameter,
        meaning: textPart(`${id}-${parameter.name}`, meaning),
      })),
    }
  })
}

function Head({ call: { id, path, brief } }: { call: CallReference }) {
  return (
    <>
      <h2 id={`${id}-title`}>
        <span className="call-method">GET</span> <code>{path}</code>
      </h2>
      <span className="quiet call-brief">{brief}</span>
    </>
  )
}

function Lead({ call: { id, lead } }: { call: CallReference }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own Markdown, in which HTML is text
  return <p id={id} dangerouslySetInnerHTML={{ __html: lead }} />
}

function Meaning({ call: { fields, refusals } }: { call: CallReference }) {
  const t = useTranslations('docs.call')
  return (
    <>
      <h3>{t('answer')}</h3>
      <Fields fields={fields} />
      <Refusals refusals={refusals} />
    </>
  )
}

function Fields({ fields }: Pick<CallReference, 'fields'>) {
  return (
    <ul className="call-rows call-fields">
      {fields.map(({ name, type, meaning }) => (
        <li key={name}>
          <div className="flow-base">
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
            <div className="flow-base">
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
