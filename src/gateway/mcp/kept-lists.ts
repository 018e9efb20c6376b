import type { IncomingMessage } from 'node:http'
import { isRecord } from '#src/contract/record.ts'
import type { ToolSet } from './caller.ts'
import type { Message } from './http.ts'

const keptMax = 64
const nameLengthMax = 2_048
/** Headers that change the protocol library's response to the same message. */
const headersThatCount = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']
const idInItsPlace = 'id-of-the-message'

type Kept = { status: number; headers: Headers; before: Buffer; after: Buffer }

/**
 * Responses to `tools/list`. Equal requests get the same response except for the id of the message, so the library
 * makes and serialises each list once. A list has up to 50 KB and does not depend on the key.
 */
export class KeptLists {
  readonly #kept = new Map<string, Kept>()

  /**
   * Null if the message does not request a list that can be cached. `answer` returns the library's response to a
   * message with this text.
   */
  async of(
    incoming: IncomingMessage,
    { body }: Message,
    tools: ToolSet,
    answer: (text: string) => Promise<Response>,
  ): Promise<Response | null> {
    if (!isRecord(body) || body.method !== 'tools/list') return null
    const { id } = body
    if (typeof id !== 'number' && typeof id !== 'string') return null
    const asked = JSON.stringify({ ...body, id: idInItsPlace })
    const name = JSON.stringify([tools, asked, ...headersThatCount.map((header) => incoming.headers[header] ?? '')])
    if (name.length > nameLengthMax) return null
    const kept = this.#kept.get(name) ?? (await this.#make(name, await answer(asked)))
    if (!kept) return null
    const text = Buffer.from(JSON.stringify(id))
    return new Response(Buffer.concat([kept.before, text, kept.after]), { status: kept.status, headers: kept.headers })
  }

  async #make(name: string, { status, headers, body }: Response): Promise<Kept | null> {
    const [before, after, more] = (await new Response(body).text()).split(JSON.stringify(idInItsPlace))
    if (status !== 200 || before === undefined || after === undefined || more !== undefined) return null
    const kept = { status, headers, before: Buffer.from(before), after: Buffer.from(after) }
    if (this.#kept.size >= keptMax) this.#kept.clear()
    this.#kept.set(name, kept)
    return kept
  }
}
