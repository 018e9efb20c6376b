import type { IncomingMessage, ServerResponse } from 'node:http'
import { isRefusal, type Refusal, refuse } from '#src/contract/errors.ts'
import { type SheetVerdict, verifySheetToken } from '#src/keys/check/verify-sheet.ts'
import { callOf, sheetRoot } from '#src/keys/sheet-links/sheet-link.ts'
import { SheetUses } from '#src/keys/sheet-links/sheet-uses.ts'
import { clientAddress } from '#src/platform/http/client-address.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { RestServer } from '../rest/server.ts'
import { Query } from '../rest/wire/call.ts'
import { SheetWriter } from './writer.ts'

const root = `${sheetRoot}/`
const formats = ['csv', 'json'] as const
type Format = (typeof formats)[number]

/** Answers the addresses of spreadsheet links, each as the call of the data REST that its owner chose. */
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
    if (found.kind === 'none') {
      const writer = new SheetWriter(format, refuse(found.error))
      this.#rest.answer(incoming, outgoing, { root: '', path: sheetRoot, query: '', refusal: null }, writer)
      return
    }
    const { link, verdict } = found
    const writer = new SheetWriter(format, null, () => this.#uses.note(link.id))
    const call = { root: sheetRoot, ...callOf(link.table, format), refusal, verdict }
    this.#rest.answer(incoming, outgoing, call, writer)
  }

  /** The writer refuses other methods, so they try no token. */
  #find(token: string, method: string, incoming: IncomingMessage): Promise<SheetVerdict> | SheetVerdict {
    if (method !== 'GET' && method !== 'HEAD') return { kind: 'none', error: 'sheet_unknown' }
    return verifySheetToken(this.#ctx, token, clientAddress(incoming, this.#ctx.settings.trustedProxies))
  }
}

/** A link has no parameters but the format. Others are refused, so that nobody believes that they change the table. */
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
