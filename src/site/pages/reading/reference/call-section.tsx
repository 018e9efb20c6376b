import { useState } from 'react'
import type { CallReference } from '../../../content/calls/call-reference.server.ts'
import { Part, type ServerPart } from '../../../parts/part.tsx'
import { RequestCard } from '../../../showcase/request/request-card.tsx'
import { ParameterList, type ShownParameter } from './parameter-list.tsx'
import { useReaderKey } from './reader-key.ts'
import './reference.css'

/**
 * A call as its page receives it. `head`: its path and `brief`; `meaning`: the fields of its response, and its errors.
 */
export type ShownCall = Pick<CallReference, 'id' | 'path' | 'query'> & {
  answer: ServerPart
  head: ServerPart
  lead: ServerPart
  meaning: ServerPart
  parameters: ShownParameter[]
}

/** One call in a folded block: its description, and beside it the request with the reader's key and the response. */
export function CallSection({ call, apiUrl, isOpen }: { call: ShownCall; apiUrl: string; isOpen: boolean }) {
  const key = useReaderKey()
  const [values, setValues] = useState(call.query)
  const [typed, setTyped] = useState<string | null>(null)
  const query = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  const { id, path, parameters, answer } = call
  return (
    <section className="call" aria-labelledby={`${id}-title`}>
      <details className="unmarked" open={isOpen}>
        <summary>
          <Part part={call.head} className="stack call-head" />
        </summary>
        <div className="stack call-content">
          <Part part={call.lead} className="call-lead" />
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
            <Part part={call.meaning} />
          </div>
        </div>
      </details>
    </section>
  )
}
