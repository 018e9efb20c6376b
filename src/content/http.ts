import {
  addChangeRoute,
  editChangeRoute,
  listChangelogRoute,
  publishChangeRoute,
  removeChangeRoute,
} from '#src/contract/operator/content/changelog.ts'
import { listTextsRoute, readTextRoute } from '#src/contract/operator/content/content.ts'
import type { Api } from '#src/platform/http/api.ts'
import { keepChange, listChangelog, publishChange, removeChange } from './changelog.ts'
import { listContent, readContent } from './content.ts'
import type { OwnFile } from './own-text.ts'

export function mountContent(api: Api): void {
  api.handle(listTextsRoute, async (ctx, { actor }) => {
    const { folder, files } = await listContent(ctx, actor)
    return { folder, files: files === null ? null : files.map(present) }
  })
  api.handle(readTextRoute, async (ctx, { actor, query }) => {
    const file = await readContent(ctx, actor, query.path)
    return { ...present(file), source: file.source, text: file.text }
  })
  mountChangelog(api)
}

function mountChangelog(api: Api): void {
  api.handle(listChangelogRoute, (ctx, { actor }) => listChangelog(ctx, actor))
  api.handle(addChangeRoute, async (ctx, { actor, body: { day, ...texts } }) => ({
    id: await keepChange(ctx, actor, { about: null, day, texts }),
  }))
  api.handle(editChangeRoute, async (ctx, { actor, params: { id }, body: { version, day, ...texts } }) => {
    await keepChange(ctx, actor, { about: { id, version }, day, texts })
  })
  api.handle(publishChangeRoute, (ctx, { actor, params, body }) => publishChange(ctx, actor, { ...params, ...body }))
  api.handle(removeChangeRoute, (ctx, { actor, params, body }) => removeChange(ctx, actor, { ...params, ...body }))
}

function present({ path, changedAt, faults }: OwnFile) {
  return { path, changedAt, faults: [...faults] }
}
