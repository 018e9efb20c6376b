import type { IncomingMessage, ServerResponse } from 'node:http'
import { isRefusal, type Refusal, refuse } from '#src/contract/errors.ts'
import { type FoundLink, verifySheetToken } from '#src/keys/check/verify-sheet.ts'
import { callOf, sheetRoot } from '#src/keys/sheet-links/sheet-link.ts'
import { SheetUses } from '#src/keys/sheet-links/sheet-uses.ts'
import { refusalOf } from '#src/platform/engines/store-failure.ts'
import { clientAddress } from '#src/platform/http/client-address.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { RestServer } from '../rest/server.ts'
import { Query } from '../rest/wire/call.ts'
import { SheetWriter } from './writer.ts'

const root = `${sheetRoot}/`
const formats = ['csv', 'json'] as const
type Format = (typeof formats)[number]

/** Answers requests for spreadsheet links. Each link has the response of the data REST call that its owner chose. */
export class SheetServer implements AsyncDisposable {
  readonly #ctx: Platform
  readonly #rest: RestServer
  readonly #uses: SheetUses

  constructor(ctx: Platform, rest: RestServer) {
    this.#ctx = ctx
    this.#rest = rest
    this.#uses = new SheetUses(ctx)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#uses[Symbol.asyncDispose]()
  }

  static isFor({ url = '/' }: IncomingMessage): boolean {
    return url.startsWith(root)
  }

  handle(incoming: IncomingMessage, outgoing: ServerResponse): void {
    this.#answer(incoming, outgoing).catch((cause: unknown) => {
      this.#ctx.log.error('the answer of a spreadsheet link could not be sent', { cause })
      outgoing.destroy()
    })
  }

  async #answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { url = '', method = '' } = incoming
    const mark = url.indexOf('?')
    const token = url.slice(root.length, mark < 0 ? undefined : mark)
    const { format, refusal } = readFormat(mark < 0 ? '' : url.slice(mark + 1))
    const found = await this.#find(token, method, incoming)
    if (isRefusal(found)) {
      const writer = new SheetWriter(format, found)
      this.#rest.answer(incoming, outgoing, { root: '', path: sheetRoot, query: '', refusal: null }, writer)
      return
    }
    const { link, verdict } = found
    const writer = new SheetWriter(format, null, () => this.#uses.note(link.id))
    const call = { root: sheetRoot, ...callOf(link.table, format), refusal, verdict }
    this.#rest.answer(incoming, outgoing, call, writer)
  }

  /**
   * The link, or the reason why there is none. Tokens are checked only for GET and HEAD, so nobody can try tokens with
   * other methods, which the writer refuses.
   */
  async #find(token: string, method: string, incoming: IncomingMessage): Promise<FoundLink | Refusal> {
    if (method !== 'GET' && method !== 'HEAD') return refuse('sheet_unknown')
    try {
      const address = clientAddress(incoming, this.#ctx.settings.trustedProxies)
      const found = await verifySheetToken(this.#ctx, token, address)
      return found.kind === 'none' ? refuse(found.error) : found
    } catch (error) {
      return refusalOf(this.#ctx, error, 'a spreadsheet link could not be checked', {})
    }
  }
}

/**
 * The only parameter of a link is the format. Other parameters are refused, since somebody could believe that they
 * change the table.
 */
function readFormat(text: string): { format: Format; refusal: Refusal | null } {
  try {
    const query = new Query(text)
    const format = query.choice('format', formats) ?? 'csv'
    const other = [...query.entries()].find(([name]) => name !== 'format')
    return { format, refusal: other ? refuse('invalid_parameter', { param: other[0] }) : null }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { format: 'csv', refusal: error }
  }
}
