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
  /** The class in the path; null on `/stream`. */
  class: AssetClass | null
  path: string
  protocol: Protocol
  events: boolean
  locale: Locale
  /** Client address by which the public key's limits count; IPv6 addresses are shortened to their network. */
  address: string
  /** The client address; an IPv6 address is complete. */
  caller: string
  userAgent: string
  secret: string | null
}

export type Admission = { kind: 'ok'; id: InstrumentId; delayMs: number } | { kind: 'refused'; reason: RejectReason }

/** A refusal for the key's log. `what`: the path of the handshake and the request; `socketId` serves as request id. */
export type StreamRefusal = {
  keyId: string
  socketId: string
  what: string
  error: ErrorName
  detail?: RefusalDetail
}

export type StreamAccess = {
  /** Verifies a key, including whether this socket may use it. `address`: null for a key that was verified before. */
  verify: (
    secret: string,
    socket: Pick<Handshake, 'caller' | 'class'> & { address: string | null },
  ) => Promise<{ kind: 'ok'; key: StreamKey } | { kind: 'refused'; error: ErrorName; keyId?: string }>
  /** Whether a search token's session may still hold a token; a socket outlives its token. */
  mayGoOn: (key: StreamKey) => Promise<boolean>
  /** Looks up names in bulk, before `admit` is called for each. */
  prepare: (texts: readonly string[], assetClass: AssetClass | null) => Promise<void>
  /** Finds the instrument of a client's text and the key's access (live, delayed, none). Sync after `prepare`. */
  admit: (key: StreamKey, text: string, assetClass: AssetClass | null) => Admission | Promise<Admission>
  /** Pages of the instruments of some markets, without delisted ones. */
  listed: (markets: readonly Market[]) => AsyncIterable<readonly InstrumentId[]>
  refused: (what: StreamRefusal) => void
  openMarkets: (now: number) => Record<AssetClass, 'open' | 'closed'>
}
