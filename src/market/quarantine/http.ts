import { refuse } from '#src/contract/errors.ts'
import {
  correctRowRoute,
  discardRowsRoute,
  listImportsRoute,
  readImportRoute,
  releaseRowsRoute,
} from '#src/contract/operator/imports.ts'
import type { Api } from '#src/platform/http/api.ts'
import { cursorText, readCursor } from '#src/platform/stores/cursor.ts'
import { correctRow, discardRows, listImports, type PickedRows, readImport } from './quarantine.ts'
import { releaseRows } from './release.ts'

const importsPage = 20
const rowsPage = 50

export function mountQuarantine(api: Api): void {
  api.handle(listImportsRoute, async (ctx, { actor, query: { waiting, after } }) => {
    const cursor = after === undefined ? null : readCursor(after)
    if (after !== undefined && (cursor === null || !/^\d+$/.test(cursor.id)))
      throw refuse('invalid_cursor', { param: 'after' })
    const page = { limit: importsPage, after: cursor }
    const { rows, next } = await listImports(ctx, actor, { onlyWaiting: waiting === 'yes' }, page)
    return { imports: rows, next: next && cursorText(next) }
  })
  api.handle(readImportRoute, (ctx, { actor, params, query }) =>
    readImport(ctx, actor, { ...params, ...query, limit: rowsPage }),
  )
  api.handle(correctRowRoute, (ctx, { actor, params, body }) =>
    correctRow(ctx, actor, { importId: params.id, ...body }),
  )
  api.handle(releaseRowsRoute, (ctx, { actor, params, body: { fix, ...body } }) =>
    releaseRows(ctx, actor, { importId: params.id, fix, ...pickedOf(body) }),
  )
  api.handle(discardRowsRoute, async (ctx, { actor, params, body }) => ({
    discarded: await discardRows(ctx, actor, { importId: params.id, ...pickedOf(body) }),
  }))
}

type Given = { lines?: { line: number; version: number }[] | undefined; reason?: string | undefined }

function pickedOf({ lines, reason }: Given): PickedRows {
  return lines ? { lines } : { reason: reason ?? null }
}
