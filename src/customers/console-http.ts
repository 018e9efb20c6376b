import { contactOf } from '#src/accounts/sessions/profile.ts'
import { extendSubscription } from '#src/billing/operator/grant.ts'
import { noteRefund } from '#src/billing/refunds/note-refund.ts'
import { adjustCredit } from '#src/billing/settlement/credit.ts'
import { refuse } from '#src/contract/errors.ts'
import { formatMicro, type Micro, parseMicro } from '#src/contract/money.ts'
import {
  addNoteRoute,
  adjustCreditRoute,
  disconnectRoute,
  extendPlanRoute,
  noteRefundRoute,
  overrideLimitRoute,
  resendMailRoute,
  restoreRoute,
  revokeCustomerKeyRoute,
  signOutCustomerRoute,
  suspendRoute,
} from '#src/contract/operator/customers/acts.ts'
import {
  listCustomersRoute,
  readCustomerRoute,
  timelineRoute,
  viewAsRoute,
} from '#src/contract/operator/customers/customers.ts'
import { dayMs } from '#src/contract/time.ts'
import type { Api } from '#src/platform/http/api.ts'
import type { Platform } from '#src/platform/platform.ts'
import { cursorText, readCursor } from '#src/platform/stores/cursor.ts'
import { disconnectSocket, overrideLimit, resendMail, revokeCustomerKey } from './access.ts'
import { addNote } from './notes.ts'
import { searchCustomers } from './search.ts'
import { restoreCustomer, signOutCustomer, suspendCustomer } from './suspend.ts'
import { listCustomers, listFound } from './view/list.ts'
import { viewCustomer } from './view/overview.ts'
import { readTimeline } from './view/timeline.ts'
import { viewAsCustomer } from './view/view-as-customer.ts'

export function mountCustomers(api: Api): void {
  mountReading(api)
  mountAccess(api)
  mountMoney(api)
}

function mountReading(api: Api): void {
  api.handle(listCustomersRoute, async (ctx, { actor, query: { q, state = 'all', after }, locale }) => {
    if (q) return { customers: await listFound(ctx, await searchCustomers(ctx, actor, q), locale), next: null }
    const cursor = after === undefined ? null : readCursor(after)
    if (after !== undefined && cursor === null) throw refuse('invalid_cursor', { param: 'after' })
    const { rows, next } = await listCustomers(ctx, actor, { filter: state, after: cursor, locale })
    return { customers: rows, next: next && cursorText(next) }
  })
  api.handle(readCustomerRoute, (ctx, { actor, params, locale }) => viewCustomer(ctx, actor, params.id, locale))
  api.handle(viewAsRoute, (ctx, { actor, params }) => viewAsCustomer(ctx, actor, params.id))
  api.handle(timelineRoute, async (ctx, { actor, params, query, locale }) => {
    const before = query.after === undefined ? null : Number(query.after)
    const input = { accountId: params.id, kind: query.kind ?? null, before, locale }
    const { next, ...page } = await readTimeline(ctx, actor, input)
    return { ...page, next: next === null ? null : String(next) }
  })
}

function mountAccess(api: Api): void {
  api.handle(suspendRoute, (ctx, { actor, params, body }) =>
    suspendCustomer(ctx, actor, { accountId: params.id, ...body }),
  )
  api.handle(restoreRoute, (ctx, { actor, params, body }) =>
    restoreCustomer(ctx, actor, { accountId: params.id, ...body }),
  )
  api.handle(signOutCustomerRoute, (ctx, { actor, params, body }) =>
    signOutCustomer(ctx, actor, { accountId: params.id, ...body }),
  )
  api.handle(addNoteRoute, (ctx, { actor, params, body }) =>
    addNote(ctx, actor, { accountId: params.id, version: null, ...body }),
  )
  api.handle(overrideLimitRoute, async (ctx, { actor, params, body: { override, ...body } }) => {
    const until = (day: string) => Date.parse(day) + dayMs
    const limits = override && { ...override, until: until(override.until) }
    await overrideLimit(ctx, actor, { accountId: params.id, ...body, override: limits })
  })
  api.handle(revokeCustomerKeyRoute, (ctx, { actor, params, body }) =>
    revokeCustomerKey(ctx, actor, { accountId: params.id, keyId: params.keyId, ...body }),
  )
  api.handle(disconnectRoute, (ctx, { actor, params: { id, socketId } }) =>
    disconnectSocket(ctx, actor, { accountId: id, version: null, socketId }),
  )
  api.handle(resendMailRoute, (ctx, { actor, params: { id, mailId } }) =>
    resendMail(ctx, actor, { accountId: id, version: null, mailId }),
  )
}

function mountMoney(api: Api): void {
  api.handle(adjustCreditRoute, async (ctx, { actor, params, body: { amount, ...body } }) => {
    const email = await emailOf(ctx, params.id)
    const { left } = await adjustCredit(ctx, actor, { email, micro: readSigned(amount), ...body })
    return { credit: formatMicro(left) }
  })
  api.handle(noteRefundRoute, async (ctx, { actor, params, body: { amount, ...body } }) => {
    const email = await emailOf(ctx, params.id)
    const micro = parseMicro(amount.trim())
    if (micro === null) throw refuse('invalid_parameter', { param: 'amount' })
    const { left } = await noteRefund(ctx, actor, { email, micro, ...body })
    return { credit: formatMicro(left) }
  })
  api.handle(extendPlanRoute, async (ctx, { actor, params, body }) =>
    extendSubscription(ctx, actor, { email: await emailOf(ctx, params.id), ...body }),
  )
}

/** The e-mail address of an account, by which the functions for credit, refunds and plans identify a customer. */
async function emailOf(ctx: Platform, accountId: string): Promise<string> {
  const contact = await contactOf(ctx.postgres.db, accountId)
  if (!contact) throw refuse('not_found')
  return contact.email
}

/** Reads a signed amount: `5`, `+5.00`, `-0.5`. Accepts a hyphen, a minus sign or an en dash as minus. */
function readSigned(text: string): Micro {
  const [, sign = '', size = ''] = /^\s*([+\-−–]?)\s*(\S+)\s*$/.exec(text) ?? []
  const micro = parseMicro(size)
  if (micro === null) throw refuse('invalid_parameter', { param: 'amount' })
  return sign === '' || sign === '+' ? micro : -micro
}
