import { useEffect, useRef, useState } from 'react'
import type { Upload } from '#src/contract/operator/imports.ts'
import { describedBy } from './described.ts'
import { sendFile } from './send-file.ts'

/** `broken`: the connection failed and is being retried. */
export type SendingState =
  | { kind: 'idle' }
  | { kind: 'sending'; upload: Upload | null; broken: boolean }
  | { kind: 'sent' }
  | { kind: 'refused'; message: string | null; param: string | undefined }

/** Uploads the file of a form. Leaving the page pauses the upload; sending the same file again continues it. */
export function useSending(onSent: () => void) {
  const [state, setState] = useState<SendingState>({ kind: 'idle' })
  const stop = useRef<AbortController>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const send = async (form: FormData) => {
    const file = form.get('file')
    if (!(file instanceof File)) return
    const controller = new AbortController()
    stop.current = controller
    setState({ kind: 'sending', upload: null, broken: false })
    const sent = await sendFile(file, describedBy(form), {
      signal: controller.signal,
      moved: (upload) => setState({ kind: 'sending', upload, broken: false }),
      broke: () => setState((now) => (now.kind === 'sending' ? { ...now, broken: true } : now)),
    })
    if (controller.signal.aborted) return setState({ kind: 'idle' })
    if (!sent.ok) return setState({ kind: 'refused', message: sent.message, param: sent.param })
    setState({ kind: 'sent' })
    onSent()
  }
  return { state, send, pause: () => stop.current?.abort() }
}
