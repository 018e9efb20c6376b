import { type Refusal, refuse } from '#src/contract/errors.ts'
import type { DataAnswer } from './call.ts'
import type { RequestContext } from './request-context.ts'
import type { Body } from './respond.ts'

/** Sends the responses of one protocol. `body`, `file` and `refusal` return the number of sent bytes. */
export type AnswerWriter = {
  /** Returns whether it answered a request that needs no key. Refuses methods that the protocol does not allow. */
  answerWithoutKey(context: RequestContext): boolean
  hasBegun(context: RequestContext): boolean
  /** With status 304 sends no body. */
  body(context: RequestContext, body: Body): number
  file(context: RequestContext, file: Extract<DataAnswer, { kind: 'file' }>): Promise<number>
  refusal(context: RequestContext, refusal: Refusal): number
}

/** Keeps the text of the response for a caller inside the process. */
export class TextWriter implements AnswerWriter {
  text = ''

  answerWithoutKey(): boolean {
    return false
  }

  hasBegun(): boolean {
    return false
  }

  body(_context: RequestContext, { text }: Body): number {
    this.text = String(text)
    return Buffer.byteLength(text)
  }

  async file(): Promise<number> {
    throw refuse('invalid_format')
  }

  refusal(): number {
    return 0
  }
}
