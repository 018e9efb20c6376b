import { listTextsRoute, readTextRoute } from '#src/contract/operator/content.ts'
import type { Api } from '#src/platform/http/api.ts'
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
}

function present({ path, changedAt, faults }: OwnFile) {
  return { path, changedAt, faults: [...faults] }
}
