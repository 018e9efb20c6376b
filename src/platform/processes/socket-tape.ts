import type { Clock } from '../clock.ts'
import { pause } from '../loop.ts'
import type { Log, Tape, TapeBatch, TapeEntry, TapeMark, TapeOffset, TapeRecord, WriterMark } from '../platform.ts'
import { MarkMoved } from '../tape/mark-moved.ts'
import type { StoresClient } from './stores-client.ts'
import { fromLine } from './stores-wire.ts'

const retryMs = 250
/** An append may carry megabytes. */
const appendMs = 10_000

/**
 * The data process's tape, for readers and for gateways that accept pushed data. Each start of that process begins a
 * new tape, so readers get a gap.
 */
export class SocketTape implements Tape {
  readonly shards: number
  readonly laneStart = null
  readonly held: Tape['held'] = new Map()
  readonly #stores: StoresClient
  readonly #clock: Clock
  readonly #log: Log

  constructor(stores: StoresClient, clock: Clock, log: Log, shards = 1) {
    this.shards = shards
    this.#stores = stores
    this.#clock = clock
    this.#log = log
  }

  async append(channel: string, records: readonly TapeRecord[]): Promise<void> {
    await this.#stores.request({ op: 'append', channel, records, mark: null }, appendMs)
  }

  async appendMarked(channel: string, records: readonly TapeRecord[], mark: WriterMark): Promise<void> {
    const call = { op: 'append', channel, records, mark } as const
    const moved = await this.#stores.request<{ found: string } | null>(call, appendMs)
    if (moved) throw new MarkMoved(mark.name, moved.found)
  }

  markOf(channel: string, name: string): Promise<string> {
    return this.#stores.request({ op: 'mark', channel, name })
  }

  async trim(): Promise<void> {
    throw new Error('the tape is written in the data process')
  }

  async *follow(channel: string, from: TapeOffset | 'now' | 'oldest', signal: AbortSignal): AsyncGenerator<TapeBatch> {
    let last = from === 'now' ? ((await this.bounds(channel)).newest ?? 'oldest') : from
    while (!signal.aborted) {
      try {
        for await (const line of this.#stores.lines({ op: 'follow', channel, from: last }, signal)) {
          const batch = fromLine(line)
          last = (batch.kind === 'gap' ? batch.to : batch.entries.at(-1)?.offset) || last
          yield batch
        }
      } catch (cause) {
        if (signal.aborted) return
        this.#log.debug('the tape of the data process cannot be read now; trying again', { channel, cause })
      }
      await pause(this.#clock, retryMs, signal)
    }
  }

  bounds(channel: string): Promise<{ oldest: TapeOffset | null; newest: TapeOffset | null }> {
    return this.#stores.request({ op: 'bounds', channel })
  }

  /** The tape of the data process is in memory and holds little. */
  async marks(): Promise<readonly TapeMark[]> {
    return []
  }

  async divide(): Promise<void> {
    throw new Error('the tape is divided in the data process')
  }

  stateAt(channel: string, at: number): Promise<{ states: TapeEntry[]; from: TapeOffset | 'oldest' }> {
    return this.#stores.request({ op: 'state', channel, at })
  }
}
