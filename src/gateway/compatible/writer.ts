import type { IncomingMessage } from 'node:http'
import type { DataName } from '#src/contract/data/data.ts'
import type { ErrorEnvelope } from '#src/contract/envelope.ts'
import { type Refusal, refuse } from '#src/contract/errors.ts'
import { Query } from '../rest/wire/call.ts'
import { HttpWriter } from '../rest/wire/http-writer.ts'
import { sentSecret } from '../rest/wire/incoming.ts'
import type { RequestContext } from '../rest/wire/request-context.ts'
import type { Body } from '../rest/wire/respond.ts'
import { type Answer, Answers, type Found, type Part, type PartAnswer } from './vendor/route.ts'
import type { Vendor } from './vendor/vendor.ts'

/**
 * `path`: below the vendor's root. `found` null: the vendor has no such call. `last`: the part whose response this
 * writer sends. `next`: returns the address of the next page.
 */
type Call = {
  vendor: Vendor
  path: string
  secret: () => string
  found: Found | null
  earlier: readonly PartAnswer[]
  last: Part | null
  next: Answer<DataName>['next']
  now: number
}

const noQuery = new Query('')
const contentType = 'application/json; charset=utf-8'

/** The key in our header, in the vendor's headers or in its parameter. Refuses two different keys. */
export function secretOf(
  incoming: IncomingMessage,
  { keyParameter, keyInHeaders }: Vendor,
  query: URLSearchParams,
): string {
  const sent = [
    sentSecret(incoming, noQuery),
    keyInHeaders?.(incoming.headers) ?? '',
    keyParameter === undefined ? '' : (query.get(keyParameter)?.trim() ?? ''),
  ]
  const secrets = new Set(sent.filter((secret) => secret !== ''))
  if (secrets.size > 1) throw refuse('conflicting_credentials')
  return [...secrets][0] ?? ''
}

/** Sends responses and refusals in the form of a vendor. */
export class VendorWriter extends HttpWriter {
  readonly #call: Call

  constructor(call: Call) {
    super(new Map(), () => call.found !== null)
    this.#call = call
  }

  protected override get keyHeaders(): readonly string[] {
    return this.#call.vendor.keyHeaders ?? []
  }

  override answerWithoutKey(context: RequestContext): boolean {
    if (super.answerWithoutKey(context)) return true
    context.secret = this.#call.secret()
    return false
  }

  override body(context: RequestContext, body: Body): number {
    const { vendor, found, earlier, last, next, now } = this.#call
    if (!found || !last) throw refuse('not_found')
    const parts = [...earlier, { ...last, text: String(body.text) }]
    const answers = new Answers(parts, { requestId: context.requestId, next })
    const text = JSON.stringify(found.route.shape(answers, found.asked))
    vendor.headers?.(context.headers, now)
    return super.body(context, { ...body, text, contentType, etag: null })
  }

  override refusal(context: RequestContext, refusal: Refusal): number {
    const { vendor, path, now } = this.#call
    vendor.headers?.(context.headers, now)
    context.status = vendor.status?.(refusal, path) ?? context.status
    return super.refusal(context, refusal)
  }

  protected override refusalBody({ status }: RequestContext, ours: ErrorEnvelope): object {
    return this.#call.vendor.refusal(ours, status)
  }
}
