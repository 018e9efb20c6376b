import type { Upload } from '#src/contract/operator/imports.ts'
import { type Call, callRoute } from '../../../browser/call-route.ts'

/** Bytes of a piece: large enough to be efficient, and small enough to send again over a slow line. */
const pieceBytes = 4 * 1024 * 1024
const waitMaxMs = 30_000

export type Sending = { signal: AbortSignal; moved(upload: Upload): void; broke(tries: number): void }
export type Sent = { ok: true; upload: Upload } | { ok: false; message: string | null; param: string | undefined }

type Described = Omit<Call<'POST /api/operator/uploads'>['body'], 'file' | 'bytes'>

/**
 * Sends a file in pieces, or continues an interrupted upload. A piece that fails because of the connection or the
 * server is sent again without end, at growing pauses. A refusal or full storage ends the upload.
 */
export async function sendFile(file: File, described: Described, { signal, moved, broke }: Sending): Promise<Sent> {
  const body = { ...described, file: file.name, bytes: file.size }
  const begun = await callRoute('POST /api/operator/uploads', { body })
  if (!begun.ok) return { ok: false, message: begun.refusal.msg, param: begun.refusal.param }
  let upload = begun.data
  for (let tries = 0; upload.state === 'receiving' && !signal.aborted; ) {
    moved(upload)
    const sent = await sendPiece(file, upload, signal)
    if (sent.ok) {
      upload = sent.data
      tries = 0
      continue
    }
    const { status, error, msg } = sent.refusal
    const isOver = status > 0 && status < 500 && error !== 'upload_offset_wrong' && error !== 'upload_busy'
    if (isOver || error === 'storage_full') return { ok: false, message: msg, param: undefined }
    tries += 1
    broke(tries)
    await pause(Math.min(waitMaxMs, 1_000 * 2 ** Math.min(tries, 6)), signal)
    const known = await callRoute('GET /api/operator/uploads/{id}', { params: { id: upload.id } }, { signal })
    if (known.ok) upload = known.data
  }
  moved(upload)
  return { ok: true, upload }
}

function sendPiece(file: File, { id, received }: Upload, signal: AbortSignal) {
  const headers = { 'content-type': 'application/octet-stream', lang: document.documentElement.lang }
  const body = file.slice(received, received + pieceBytes)
  const call = { params: { id }, query: { offset: received } }
  return callRoute('PUT /api/operator/uploads/{id}', call, { body, headers, signal })
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
