import { billingDetailsRoute, readDetailsRoute } from '#src/contract/account/credit.ts'
import { listPapersRoute, paperRoute, receiptRoute, reissueRoute } from '#src/contract/account/papers.ts'
import { refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Api } from '#src/platform/http/api.ts'
import type { Platform } from '#src/platform/platform.ts'
import { ownOrder } from './orders.ts'
import { saveBillingDetails } from './papers/billing-details.ts'
import { billingDetailsOf } from './papers/details-store.ts'
import { paperNumber, readPaperNumber } from './papers/paper.ts'
import { ownPaper, papersOf, receiptOfOrder } from './papers/paper-store.ts'
import { reissueReceipt } from './papers/reissue.ts'
import { presentPaper } from './present/present-paper.ts'

const papersShown = 20

export function mountPapers(api: Api): void {
  api.handle(readDetailsRoute, (ctx, { actor }) => billingDetailsOf(ctx.postgres.db, actor.accountId))
  api.handle(billingDetailsRoute, (ctx, { actor, body }) => saveBillingDetails(ctx, actor, body))
  api.handle(receiptRoute, async (ctx, { actor, params, locale }) => {
    const order = await ownOrder(ctx, actor, params.no)
    const paper = await receiptOfOrder(ctx.postgres.db, order.no)
    return paper && presentPaper(ctx, paper, locale)
  })
  api.handle(listPapersRoute, (ctx, { actor, query, locale }) => listPapers(ctx, actor, query.after, locale))
  api.handle(paperRoute, async (ctx, { actor, params, locale }) => {
    const number = readPaperNumber(params.number)
    const paper = number && (await ownPaper(ctx.postgres.db, actor.accountId, number))
    if (!paper) throw refuse('not_found')
    return presentPaper(ctx, paper, locale)
  })
  api.handle(reissueRoute, async (ctx, { actor, params, body, locale }) =>
    presentPaper(ctx, await reissueReceipt(ctx, actor, { number: params.number, details: body }), locale),
  )
}

async function listPapers(ctx: Platform, { accountId }: AccountActor, after: string | undefined, locale: Locale) {
  const before = after === undefined ? null : readPaperNumber(after)
  if (after !== undefined && !before) throw refuse('invalid_cursor', { param: 'after' })
  const papers = await papersOf(ctx.postgres.db, accountId, { before, limit: papersShown + 1 })
  const shown = papers.slice(0, papersShown)
  const [last] = shown.slice(-1)
  return {
    content: await Promise.all(shown.map((paper) => presentPaper(ctx, paper, locale))),
    next: papers.length > papersShown && last ? paperNumber(last) : null,
  }
}
