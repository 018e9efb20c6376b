import { refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import {
  beginUploadRoute,
  dropUploadRoute,
  listUploadsRoute,
  previewFileRoute,
  readUploadRoute,
  sendPieceRoute,
  startUploadRoute,
  stopUploadRoute,
  type Upload,
} from '#src/contract/operator/imports.ts'
import { previewBytesMax } from '#src/contract/operator/preview-bytes.ts'
import { problemMessage } from '#src/locales/problem-message.ts'
import { readingSentence } from '#src/locales/reading-sentence.ts'
import type { Api } from '#src/platform/http/api.ts'
import { previewFile } from './preview.ts'
import { receivePiece } from './receive.ts'
import type { StoredUpload } from './upload-store.ts'
import { beginUpload, dropUpload, listUploads, readUpload, startUpload, stopUpload } from './uploads.ts'

export function mountUploads(api: Api): void {
  api.handle(listUploadsRoute, async (ctx, { actor, locale }) =>
    (await listUploads(ctx, actor)).map((upload) => present(upload, locale)),
  )
  api.handle(readUploadRoute, async (ctx, { actor, params, locale }) =>
    present(await readUpload(ctx, actor, params.id), locale),
  )
  api.handle(beginUploadRoute, async (ctx, { actor, locale, body: { file, bytes, kind, ...given } }) => {
    const { acceptOutliers, reading, ...named } = given
    const filled = Object.fromEntries(Object.entries(named).filter(([, value]) => value))
    return present(
      await beginUpload(ctx, actor, {
        file,
        bytes,
        kind,
        flags: { ...filled, acceptOutliers, ...(reading && { reading }) },
      }),
      locale,
    )
  })
  api.handle(previewFileRoute, async (ctx, { actor, locale, request, query }) => {
    const { file, kind, class: assetClass, region, code, interval, map, ...reading } = query
    const flags = { class: assetClass, region, code, interval, map }
    const filled = Object.fromEntries(Object.entries(flags).filter(([, value]) => value))
    const bytes = await headOf(request)
    const seen = await previewFile(ctx, actor, { file, kind, bytes, flags: { ...filled, reading } })
    const problem = seen.problem && problemMessage(locale, seen.problem)
    return { ...seen, problem, reading: seen.reading && readingSentence(locale, seen.reading) }
  })
  api.handle(sendPieceRoute, async (ctx, { actor, params, query, request, locale }) =>
    present(await receivePiece(ctx, actor, { ...params, ...query, bytes: bytesOf(request) }), locale),
  )
  api.handle(stopUploadRoute, (ctx, { actor, params, body }) => stopUpload(ctx, actor, { ...params, ...body }))
  api.handle(startUploadRoute, (ctx, { actor, params, body }) => startUpload(ctx, actor, { ...params, ...body }))
  api.handle(dropUploadRoute, (ctx, { actor, params, body }) => dropUpload(ctx, actor, { ...params, ...body }))
}

async function headOf(request: Request): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of bytesOf(request)) parts.push(part)
  const bytes = Buffer.concat(parts)
  if (bytes.length > previewBytesMax) throw refuse('bad_request')
  return bytes
}

/**
 * The body in chunks. After a refusal the rest stays unread, because a cancel would cut the connection before the
 * response.
 */
async function* bytesOf({ body }: Request): AsyncGenerator<Uint8Array> {
  if (!body) return
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        // The client disconnected. The bytes that arrived are kept, and nobody reads the response.
        throw refuse('bad_request')
      })
      if (done) return
      yield value
    }
  } finally {
    reader.releaseLock()
  }
}

function present({ options: _, begunBy: __, failure, ...upload }: StoredUpload, locale: Locale): Upload {
  return { ...upload, failure: failure && problemMessage(locale, failure) }
}
