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
  /** null: the form does not say enough yet. */
  call: Call<N> | null
  hint: ReactNode
  /** Why the form has no effect, by the refused parameter or the name of the refusal. */
  wrong(what: string): ReactNode
  children(effect: OutputOfRoute<N>): ReactNode
}

/** The effect of an act with the form as it is filled in now, which the server computes. For the preview of a sheet. */
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

/** The answer to a call, once it has not changed for a moment; null until it is there. */
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
