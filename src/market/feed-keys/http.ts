import {
  createFeedKeyRoute,
  type FeedKeyRow,
  listFeedKeysRoute,
  revokeFeedKeyRoute,
} from '#src/contract/operator/data/feed-keys.ts'
import type { Api } from '#src/platform/http/api.ts'
import { maskSecret } from '#src/platform/secrets/secret-form.ts'
import { createFeedKey, type ListedFeedKey, listFeedKeys, revokeFeedKey } from './feed-keys.ts'

export function mountFeedKeys(api: Api): void {
  api.handle(listFeedKeysRoute, async (ctx, { actor }) => (await listFeedKeys(ctx, actor)).map(present))
  api.handle(createFeedKeyRoute, async (ctx, { actor, body }) => {
    const { class: classes, region: regions, create: creates, source } = body
    const { key, secret } = await createFeedKey(ctx, actor, { source, classes, regions, creates })
    return { id: key.id, secret }
  })
  api.handle(revokeFeedKeyRoute, (ctx, { actor, params }) => revokeFeedKey(ctx, actor, params.id))
}

function present({ head, tail, ...key }: ListedFeedKey): FeedKeyRow {
  return { ...key, key: maskSecret(head, tail) }
}
