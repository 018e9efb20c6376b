import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'

export class Outcomes {
  readonly #clients: readonly string[]
  readonly #calls = new Map<string, Map<string, string>>()

  readonly #ended = new Set<string>()

  constructor(...clients: string[]) {
    this.#clients = clients
  }

  /** Expects the fact of a call, and records whether it was as expected. */
  expect(client: string, call: string, fact: unknown, wanted: unknown): void {
    const outcome = isDeepStrictEqual(fact, wanted) ? 'passed' : 'failed'
    this.#calls.set(call, (this.#calls.get(call) ?? new Map<string, string>()).set(client, outcome))
    expect.soft(fact, `${client}: ${call}`).toEqual(wanted)
  }

  /** Notes that all calls of the client were made. */
  end(client: string): void {
    this.#ended.add(client)
  }

  get haveAllPassed(): boolean {
    const failed = [...this.#calls.values()].flatMap((by) => [...by.values()]).filter((outcome) => outcome === 'failed')
    return failed.length === 0 && this.#clients.every((client) => this.#ended.has(client))
  }

  /** Prints a Markdown table of the outcomes by call and client. */
  print(title: string): void {
    const rows = [...this.#calls].map(([call, by]) => [call, ...this.#clients.map((one) => by.get(one) ?? '–')])
    const lines = [[title, ...this.#clients], ['---', ...this.#clients.map(() => '---')], ...rows]
    process.stdout.write(`\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n\n`)
  }
}
