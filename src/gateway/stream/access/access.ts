import type { ErrorName, RefusalDetail } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import type { AssetClass, InstrumentId } from '#src/contract/market.ts'
import type { RejectReason } from '#src/contract/stream.ts'
import type { VerifiedKey } from '#src/keys/key/key.ts'
import type { Market, Protocol } from '../protocol/protocol.ts'

export type StreamKey = Pick<
  VerifiedKey,
  | 'kind'
  | 'keyId'
  | 'allowanceId'
  | 'accountId'
  | 'planId'
  | 'plan'
  | 'limits'
  | 'expiresAt'
  | 'sessionId'
  | 'personId'
  | 'scope'
>

export type Handshake = {
  /** The class in the path; null on `/stream` and on the paths of other vendors. */
  class: AssetClass | null
  path: string
  protocol: Protocol
  events: boolean
  locale: Locale
  /** The client address by which the public key's limits count. An IPv6 address is shortened to its network. */
  address: string
  /** The complete client address. */
  caller: string
  userAgent: string
  secret: string | null
}

export type Admission = { kind: 'ok'; id: InstrumentId; delayMs: number } | { kind: 'refused'; reason: RejectReason }

/**
 * A refusal that is recorded for the key. `what`: the path of the handshake, and the request. `socketId` serves as the
 * request id.
 */
export type StreamRefusal = {
  keyId: string
  socketId: string
  what: string
  error: ErrorName
  detail?: RefusalDetail
}

type StreamVerdict = { kind: 'ok'; key: StreamKey } | { kind: 'refused'; error: ErrorName; keyId?: string }

export type StreamAccess = {
  /** Verifies a key, and whether this socket may use it. `address`: null for a key that was verified before. */
  verify: (
    secret: string,
    socket: Pick<Handshake, 'caller' | 'class'> & { address: string | null },
  ) => Promise<StreamVerdict>
  /** Verifies the session and the plan of a search token's socket, even if the token has expired. */
  verifySearch: (key: StreamKey, socket: Pick<Handshake, 'caller' | 'class'>) => Promise<StreamVerdict>
  /** Looks up names in bulk, before the calls of `admit`. */
  prepare: (texts: readonly string[], assetClass: AssetClass | null) => Promise<void>
  /**
   * Finds the instrument that a client named, and the key's access to it (live, delayed, none). Synchronous after
   * `prepare`.
   */
  admit: (key: StreamKey, text: string, assetClass: AssetClass | null) => Admission | Promise<Admission>
  /** Changes as soon as `admit` may find another instrument for a name. */
  namesVersion: () => number
  /** Pages of the instruments of some markets, without delisted instruments. */
  listed: (markets: readonly Market[]) => AsyncIterable<readonly InstrumentId[]>
  refused: (what: StreamRefusal) => void
  /**
   * A class is open while one of its markets trades: a market of the subscribed instruments, otherwise of the tape,
   * otherwise of the United States. `subscribed`: keys of instruments; `onTape`: names such as `stock$US`.
   */
  openMarkets: (
    now: number,
    subscribed: readonly string[],
    onTape: Iterable<string>,
  ) => Record<AssetClass, 'open' | 'closed'>
}
