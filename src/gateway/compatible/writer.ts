import type { IncomingMessage } from 'node:http'
import type { DataName } from '#src/contract/data/data.ts'
import type { ErrorEnvelope } from '#src/contract/envelope.ts'
import { type Refusal, refuse } from '#src/contract/errors.ts'
import { Query } from '../rest/wire/call.ts'
import { HttpWriter } from '../rest/wire/http-writer.ts'
import { sentSecret } from '../rest/wire/incoming.ts'
import type { RequestContext } from '../rest/wire/request-context.ts'
import type { Body } from '../rest/wire/respond.ts'
import type { Answer, Found } from './vendor/route.ts'
import type { Vendor } from './vendor/vendor.ts'

/** `found` null: the vendor has no such call. `next`: the address of the next page. */
type Call = { vendor: Vendor; found: Found | null; secret: () => string; next: (cursor: string) => string }

const noQuery = new Query('')
const contentType = 'application/json; charset=utf-8'

/** The key of a header or of the vendor's parameter; two different keys are refused. */
export function secretOf(incoming: IncomingMessage, parameter: string | null): string {
  const inHeader = sentSecret(incoming, noQuery)
  const inQuery = parameter?.trim() ?? ''
  if (inHeader !== '' && inQuery !== '' && inHeader !== inQuery) throw refuse('conflicting_credentials')
  return inHeader || inQuery
}

/** Sends answers and refusals in the form of a vendor. */
export class VendorWriter extends HttpWriter {
  readonly #call: Call

  constructor(call: Call) {
    super(new Map(), () => call.found !== null)
    this.#call = call
  }

  override answerWithoutKey(context: RequestContext): boolean {
    if (super.answerWithoutKey(context)) return true
    context.secret = this.#call.secret()
    return false
  }

  override body(context: RequestContext, body: Body): number {
    const { found, next } = this.#call
    if (!found) throw refuse('not_found')
    const answer: Answer<DataName> = { ...JSON.parse(String(body.text)), requestId: context.requestId, next }
    const text = JSON.stringify(found.route.shape(answer, found.asked))
    return super.body(context, { ...body, text, contentType, etag: null })
  }

  protected override refusalBody(refusal: Refusal, ours: ErrorEnvelope): object {
    return this.#call.vendor.refusal(refusal, ours)
  }
}
