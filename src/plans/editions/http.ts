import { refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import {
  cancelPublicationRoute,
  discardPlansRoute,
  publishPlansRoute,
  readPlansRoute,
  savePlansRoute,
  type WirePlans,
} from '#src/contract/operator/plans/editions.ts'
import { problemMessage } from '#src/locales/problem-message.ts'
import type { Api } from '#src/platform/http/api.ts'
import { type Difference, differencesOf } from './difference.ts'
import { publicationProblems, readDocument } from './document.ts'
import { cancelPublication, discardDraft, type Plans, publishPlans, readPlans, saveDraft } from './editions.ts'

export function mountEditions(api: Api): void {
  api.handle(readPlansRoute, async (ctx, { actor, locale }) => present(await readPlans(ctx, actor), locale))
  api.handle(savePlansRoute, async (ctx, { actor, body }) => {
    const read = readDocument(body.document)
    if (read.kind === 'refused') throw refuse('plans_invalid', { problems: read.problems })
    const { number, version } = await saveDraft(ctx, actor, { document: read.document, version: body.version })
    return { number, version }
  })
  api.handle(discardPlansRoute, (ctx, { actor, body }) => discardDraft(ctx, actor, body))
  api.handle(publishPlansRoute, async (ctx, { actor, body }) => {
    const { number, at } = await publishPlans(ctx, actor, body)
    return { number, at }
  })
  api.handle(cancelPublicationRoute, (ctx, { actor, body }) => cancelPublication(ctx, actor, body))
}

function present({ version, published, draft, history }: Plans, locale: Locale): WirePlans {
  return {
    version,
    published,
    draft,
    history: history.map(({ document: _document, ...facts }) => facts),
    differences: draft ? differencesOf(published.document, draft.document).map(shown) : [],
    problems: draft ? publicationProblems(draft.document).map((problem) => problemMessage(locale, problem)) : [],
  }
}

function shown({ plan, field, before, after }: Difference) {
  return { plan, field, before, after }
}
