import type { ErrorName, RefusalDetail } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import type { ReplyFrame } from '#src/contract/stream.ts'
import { errorMessage } from '#src/locales/error-message.ts'
import type { ControlFrame } from '../delivery/frame.ts'
import type { Outbox } from '../delivery/outbox.ts'

export type ReplyId = string | number | undefined

/**
 * Responses to `subscribe` and `unsubscribe` have their fields at the top level, because old clients read any `data` as
 * a market event.
 */
export type Outcome = Required<Pick<ReplyFrame, 'accepted' | 'rejected'>> & Pick<ReplyFrame, 'limit' | 'subscribed'>

export type Failure = { error: ErrorName; detail?: RefusalDetail; data?: unknown; outcome?: Outcome; id?: ReplyId }

export class Replies {
  readonly #outbox: Outbox
  readonly #locale: Locale

  constructor(outbox: Outbox, locale: Locale) {
    this.#outbox = outbox
    this.#locale = locale
  }

  say(frame: ControlFrame): void {
    this.#outbox.reply(frame)
  }

  ok(resAc: string, msg: string, data: unknown, id: ReplyId): void {
    this.say({ code: 1, resAc, msg, ...given({ id, data }) })
  }

  done(resAc: string, outcome: Outcome, id: ReplyId): void {
    this.say({ code: 1, resAc, msg: `${resAc} Successfully`, ...outcome, ...given({ id, data: undefined }) })
  }

  fail(resAc: string, { error, detail, data, outcome, id }: Failure): void {
    const msg = errorMessage(this.#locale, error, { ...detail, values: { on: 'stream', ...detail?.values } })
    this.say({ code: 0, resAc, msg, error, ...outcome, ...given({ id, data }) })
  }

  /** The message is English in every language, because old clients compare it. */
  overLimit(resAc: string, outcome: Outcome, id: ReplyId): void {
    const msg = 'exceeding the maximum subscription limit'
    this.say({ code: 0, resAc, msg, error: 'too_many_subscriptions', ...outcome, ...given({ id, data: undefined }) })
  }
}

function given({ id, data }: { id: ReplyId; data: unknown }) {
  return { ...(id === undefined ? {} : { id }), ...(data === undefined ? {} : { data }) }
}
