import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isDeepStrictEqual } from 'node:util'

/** A block, a log or a receipt, unchecked, as the node returned it. */
export type Row = Record<string, unknown>
export type Question = { id: number; method: string; params: unknown[] }
export type Answer = { result: unknown } | { error: { code: number; message: string } }

export type Reply = Answer | { status: number; body: string } | 'endless' | 'closed'

/** Answers one request instead of the node. `callNode` returns the node's real answer to this or another request. */
export type Fault = (question: Question, callNode: (question?: Partial<Question>) => Promise<Answer>) => Promise<Reply>

/**
 * The node behind the setting `ETC20_SECOND_URL`, which is called in addition to the other nodes, never instead of
 * them.
 */
export const witness = 'witness'
const endlessPiece = Buffer.alloc(256 * 1024, ' ')

/** Named nodes behind one HTTP port, each with its own fault. All serve the same chain, except those in `others`. */
export class FaultProxy implements AsyncDisposable {
  /** The number of replies that the current fault changed. */
  met = 0
  /** The node called last; calls to `witness` do not count. */
  current = ''
  readonly #target: string
  readonly #others: Readonly<Record<string, string>>
  readonly #faults = new Map<string, Fault>()
  readonly #server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const question = JSON.parse(Buffer.concat(chunks).toString()) as Question
    await this.#answer(request.url?.slice(1) ?? '', question, response).catch(() => response.destroy())
  })

  constructor(target: string, others: Readonly<Record<string, string>> = {}) {
    this.#target = target
    this.#others = others
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  begin(fault: Fault, nodes: readonly string[]): void {
    this.met = 0
    for (const node of nodes) this.#faults.set(node, fault)
  }

  end(): void {
    this.#faults.clear()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.end()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #answer(node: string, question: Question, response: ServerResponse): Promise<void> {
    const fault = this.#faults.get(node)
    const other = this.#others[node]
    if (node !== witness && !other) this.current = node
    const unchanged = new Set<Reply>()
    const callNode = async (change: Partial<Question> = {}) => {
      const asked = { ...question, ...change }
      const answer = await forward(other ?? this.#target, asked)
      if (isDeepStrictEqual(asked, question)) unchanged.add(answer)
      return answer
    }
    const reply = fault ? await fault(question, callNode) : await callNode()
    if (fault && !unchanged.has(reply)) this.met++
    if (reply === 'closed') response.destroy()
    else if (reply === 'endless') await this.#endless(response, () => this.#faults.get(node) === fault)
    else if ('status' in reply) response.writeHead(reply.status).end(reply.body)
    else response.writeHead(200).end(JSON.stringify({ jsonrpc: '2.0', id: question.id, ...reply }))
  }

  async #endless(response: ServerResponse, goesOn: () => boolean): Promise<void> {
    response.writeHead(200)
    response.write('{"jsonrpc":"2.0","id":1,"result":[')
    while (goesOn() && !response.destroyed) {
      if (!response.write(endlessPiece)) await new Promise((resolve) => setTimeout(resolve, 5))
    }
    response.destroy()
  }
}

export async function forward(url: string, question: Question): Promise<Answer> {
  const body = JSON.stringify({ jsonrpc: '2.0', ...question })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { result, error } = (await response.json()) as { result: unknown; error?: { code: number; message: string } }
  return error ? { error } : { result: result ?? null }
}
