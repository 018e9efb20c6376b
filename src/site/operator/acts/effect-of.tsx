import { type ReactNode, useEffect, useReducer, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Call, callRoute, type Invoked, type OutputOfRoute } from '../../browser/call-route.ts'
import { NotRead } from '../../reads/shown.tsx'

type PreviewRoute =
  | 'GET /api/operator/calendars/{name}/preview'
  | 'GET /api/operator/instruments/{id}/actions/preview'
  | 'GET /api/operator/data-jobs/recompute'

type EffectOfProps<N extends PreviewRoute> = {
  route: N
  /** Null while the form lacks values that the call needs. */
  call: Call<N> | null
  hint: ReactNode
  /** The reason why there is no effect. `what`: the refused parameter or, without one, the name of the refusal. */
  wrong(what: string): ReactNode
  children(effect: OutputOfRoute<N>): ReactNode
}

/** The preview of a sheet: the effect of the act with the current values, as the server computes it. */
export function EffectOf<N extends PreviewRoute>({ route, call, hint, wrong, children }: EffectOfProps<N>) {
  const t = useTranslations('operator.act')
  const { answer, again } = useAnswer(route, call)
  if (call === null) return <p className="text-muted">{hint}</p>
  if (answer === null) return <p className="text-muted">{t('computing')}</p>
  if (answer.ok) return children(answer.data)
  const { error, param, status } = answer.refusal
  if (error === null || (status >= 500 && error !== 'history_unavailable')) return <NotRead again={again} />
  return <p className="field-error">{wrong(param ?? error)}</p>
}

const quietMs = 300

/** Sends a call after it has not changed for `quietMs`. The answer is null until the response arrives. */
function useAnswer<N extends PreviewRoute>(route: N, call: Call<N> | null) {
  const [found, setFound] = useState<{ text: string; answer: Invoked<OutputOfRoute<N>> } | null>(null)
  const [turn, again] = useReducer((count: number) => count + 1, 0)
  const text = call === null ? '' : `${turn} ${JSON.stringify(call)}`
  useEffect(() => {
    if (text === '') return
    const stop = new AbortController()
    const later = setTimeout(async () => {
      const sent = JSON.parse(text.slice(text.indexOf(' '))) as Call<N>
      const answer = await callRoute(route, sent, { signal: stop.signal })
      if (!stop.signal.aborted) setFound({ text, answer })
    }, quietMs)
    return () => {
      clearTimeout(later)
      stop.abort()
    }
  }, [route, text])
  return { answer: found?.text === text ? found.answer : null, again }
}
