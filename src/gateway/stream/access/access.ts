import type { ErrorName, RefusalDetail } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import type { AssetClass, InstrumentId } from '#src/contract/market.ts'
import type { RejectReason } from '#src/contract/stream.ts'
import type { VerifiedKey } from '#src/keys/key/key.ts'

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
  /** The class of the path; null on `/stream`. */
  class: AssetClass | null
  path: string
  batch: boolean
  events: boolean
  locale: Locale
  /** Canonical client address; the public key's limits count by it. */
  address: string
  /** The same with all of an IPv6 address. */
  caller: string
  userAgent: string
  secret: string | null
}

export type Admission = { kind: 'ok'; id: InstrumentId; delayMs: number } | { kind: 'refused'; reason: RejectReason }

/** `what`: the path of the handshake and the request. `socketId` takes the place of a request id. */
export type StreamRefusal = {
  keyId: string
  socketId: string
  what: string
  error: ErrorName
  detail?: RefusalDetail
}

export type StreamAccess = {
  /** Also whether the key may be used by this socket. */
  verify: (
    secret: string,
    socket: Pick<Handshake, 'caller' | 'class'>,
  ) => Promise<{ kind: 'ok'; key: StreamKey } | { kind: 'refused'; error: ErrorName; keyId?: string }>
  /** Whether the session of a search token may still have it: a socket outlives the token itself. */
  mayGoOn: (key: StreamKey) => Promise<boolean>
  /** Looks names up in bulk before `admit` asks for each. */
  prepare: (texts: readonly string[], assetClass: AssetClass | null) => Promise<void>
  /** Resolves a client's text to an instrument, and its key's access: live, delayed, or none. At once after `prepare`. */
  admit: (key: StreamKey, text: string, assetClass: AssetClass | null) => Admission | Promise<Admission>
  refused: (what: StreamRefusal) => void
  /** The classes that trade now, for heartbeats. */
  openMarkets: (now: number) => Record<AssetClass, 'open' | 'closed'>
}
