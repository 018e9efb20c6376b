import type { LoopWatch } from '#src/platform/loop-watch.ts'
import type { Log } from '#src/platform/platform.ts'
import type { Outbox, OutboxOptions } from '../delivery/outbox.ts'
import type { TapeView } from '../view/tape-view.ts'
import type { StreamAccess, StreamKey } from './access.ts'
import type { KeyQuota, Probeable } from './key-quota.ts'

/** What a socket needs of the process that it lives in. */
export interface StreamHost {
  readonly access: StreamAccess
  readonly log: Log
  readonly loop: LoopWatch
  now(): number
  newId(): string
  openOutbox(options: OutboxOptions): Outbox
  /** The market as it is live, or `delayMs` ago. */
  view(delayMs: number): Promise<TapeView>
  /** Whether sockets run short, so that only those of paid plans may still come. */
  isFullFor(key: StreamKey): boolean
  /** A place for one more socket of a key; null when its plan has no more. */
  admitSocket(key: StreamKey, address: string, socketId: string): Promise<KeyQuota | null>
  /** A key came. */
  spoke(socket: Probeable): void
  /** A socket gives its place back. */
  leave(quota: KeyQuota, socket: Probeable): void
  /** A socket is closed. */
  left(socket: Probeable): void
  /** Ends a closing socket when it had time for its farewell. */
  leaveLater(terminate: () => void, afterMs?: number): void
}
