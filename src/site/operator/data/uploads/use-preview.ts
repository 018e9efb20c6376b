import { useRef, useState } from 'react'
import { previewBytesMax } from '#src/contract/operator/preview-bytes.ts'
import type { OutputOfRoute } from '../../../browser/call-route.ts'
import { type Call, callRoute } from '../../../browser/call-route.ts'
import { describedBy } from './described.ts'

const name = 'POST /api/operator/uploads/preview'
export type FilePreview = OutputOfRoute<typeof name>

/** `failed`: the server refused the preview or did not respond. */
export type PreviewState =
  | { kind: 'none' }
  | { kind: 'reading' }
  | { kind: 'failed' }
  | { kind: 'seen'; file: FilePreview }

const pauseMs = 250

/** How an import would read the file of a form. Only the first bytes of the file are sent, and nothing is stored. */
export function usePreview() {
  const [state, setState] = useState<PreviewState>({ kind: 'none' })
  const turn = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const read = async (form: FormData) => {
    const own = ++turn.current
    const file = form.get('file')
    if (!(file instanceof File) || file.size === 0) return setState({ kind: 'none' })
    const { acceptOutliers: _, reading, ...described } = describedBy(form)
    const filled = Object.entries({ ...described, ...reading, file: file.name }).filter(([, value]) => value !== '')
    const headers = { 'content-type': 'application/octet-stream', lang: document.documentElement.lang }
    const query = Object.fromEntries(filled) as Call<typeof name>['query']
    const answer = await callRoute(name, { query }, { body: file.slice(0, previewBytesMax), headers })
    if (own === turn.current) setState(answer.ok ? { kind: 'seen', file: answer.data } : { kind: 'failed' })
  }
  return {
    preview: state,
    /** Reads the form after a short pause in typing, with its values at that time. */
    look(form: HTMLFormElement) {
      clearTimeout(timer.current)
      setState((now) => (now.kind === 'seen' ? now : { kind: 'reading' }))
      timer.current = setTimeout(() => void read(new FormData(form)), pauseMs)
    },
  }
}
