import { refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import {
  correctRowsRoute,
  discardRowsRoute,
  type ImportRow,
  listImportsRoute,
  readImportRoute,
  releaseRowsRoute,
} from '#src/contract/operator/imports.ts'
import { problemMessage } from '#src/locales/problem-message.ts'
import { readingSentence } from '#src/locales/reading-sentence.ts'
import type { Api } from '#src/platform/http/api.ts'
import { cursorText, readCursor } from '#src/platform/stores/cursor.ts'
import { correctRows } from './correct.ts'
import { discardRows, listImports, type NamedRun, type PickedRows, readImport } from './quarantine.ts'
import { releaseRows } from './release.ts'

const importsPage = 20
const rowsPage = 50

export function mountQuarantine(api: Api): void {
  api.handle(listImportsRoute, async (ctx, { actor, locale, query: { waiting, after } }) => {
    const cursor = after === undefined ? null : readCursor(after)
    if (after !== undefined && (cursor === null || !/^\d+$/.test(cursor.id)))
      throw refuse('invalid_cursor', { param: 'after' })
    const page = { limit: importsPage, after: cursor }
    const { rows, next } = await listImports(ctx, actor, { onlyWaiting: waiting === 'yes' }, page)
    return { imports: rows.map((row) => present(row, locale)), next: next && cursorText(next) }
  })
  api.handle(readImportRoute, async (ctx, { actor, params, query, locale }) => {
    const opened = await readImport(ctx, actor, { ...params, ...query, limit: rowsPage })
    const reading = opened.reading && readingSentence(locale, opened.reading)
    return { ...opened, import: present(opened.import, locale), reading }
  })
  api.handle(correctRowsRoute, (ctx, { actor, params, body }) =>
    correctRows(ctx, actor, { importId: params.id, ...body }),
  )
  api.handle(releaseRowsRoute, (ctx, { actor, params, body: { fix, ...body } }) =>
    releaseRows(ctx, actor, { importId: params.id, fix, ...pickedOf(body) }),
  )
  api.handle(discardRowsRoute, async (ctx, { actor, params, body }) => ({
    discarded: await discardRows(ctx, actor, { importId: params.id, ...pickedOf(body) }),
  }))
}

function present(run: NamedRun, locale: Locale): ImportRow {
  return { ...run, failure: run.failure && problemMessage(locale, run.failure) }
}

type Given = { lines?: { line: number; version: number }[] | undefined; reason?: string | undefined }

function pickedOf({ lines, reason }: Given): PickedRows {
  return lines ? { lines } : { reason: reason ?? null }
}
