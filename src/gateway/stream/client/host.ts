import type { LoopWatch } from '#src/platform/metrics/loop-watch.ts'
import type { Log } from '#src/platform/platform.ts'
import type { StreamAccess, StreamKey } from '../access/access.ts'
import type { KeyQuota, Probeable } from '../access/key-quota.ts'
import type { Outbox, OutboxOptions } from '../delivery/outbox.ts'
import type { LastTimes } from '../view/last-times.ts'
import type { TapeView } from '../view/tape-view.ts'
import type { AdmittedLists } from './admitted-lists.ts'
import type { WrittenSymbols } from './written-symbols.ts'

export interface StreamHost {
  readonly access: StreamAccess
  readonly log: Log
  readonly loop: LoopWatch
  now(): number
  elapsed(): number
  newId(): string
  openOutbox(options: OutboxOptions): Outbox
  readonly live: TapeView
  readonly symbols: WrittenSymbols
  readonly lists: AdmittedLists
  readonly lastTimes: LastTimes
  /** The view of the market as it was `delayMs` ago; 0: live. */
  view(delayMs: number): Promise<TapeView>
  isFullFor(key: StreamKey): boolean
  admitSocket(key: StreamKey, address: string, socketId: string): Promise<KeyQuota | null>
  spoke(socket: Probeable): void
  leave(quota: KeyQuota, socket: Probeable): void
  left(socket: Probeable): void
  leaveLater(terminate: () => void, afterMs?: number): void
}
