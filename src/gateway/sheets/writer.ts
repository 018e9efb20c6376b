import type { ErrorEnvelope } from '#src/contract/envelope.ts'
import type { Refusal } from '#src/contract/errors.ts'
import { csvFile } from '#src/platform/text/csv.ts'
import { HttpWriter } from '../rest/wire/http-writer.ts'
import type { RequestContext } from '../rest/wire/request-context.ts'
import type { Body } from '../rest/wire/respond.ts'

/** Sends a table, or a refusal as a table that a spreadsheet shows. */
export class SheetWriter extends HttpWriter {
  readonly #format: 'csv' | 'json'
  readonly #none: Refusal | null
  readonly #sent: () => void

  /** `none`: the reason why there is no link. `sent`: called after each response with the table. */
  constructor(format: 'csv' | 'json', none: Refusal | null, sent: () => void = () => {}) {
    super(new Map(), () => true)
    this.#format = format
    this.#none = none
    this.#sent = sent
  }

  override answerWithoutKey(context: RequestContext): boolean {
    context.route = '/sheet'
    if (super.answerWithoutKey(context)) return true
    if (this.#none) throw this.#none
    return false
  }

  override body(context: RequestContext, body: Body): number {
    this.#sent()
    return super.body(context, body)
  }

  protected override refusalForm(context: RequestContext, ours: ErrorEnvelope) {
    if (this.#format === 'json') return super.refusalForm(context, ours)
    const { error = '', msg, requestId = '' } = ours
    return {
      text: csvFile('error,message,requestId', [[error, msg, requestId]]),
      contentType: 'text/csv; charset=utf-8',
    }
  }
}
