import type { ErrorName, RefusalDetail } from '#src/contract/errors.ts'
import type { AssetClass, InstrumentId } from '#src/contract/market.ts'
import type { RejectReason } from '#src/contract/stream.ts'
import type { VerifiedKey } from '#src/keys/key.ts'

/** What the stream needs to know of a key. */
export type StreamKey = Pick<
  VerifiedKey,
  'kind' | 'keyId' | 'allowanceId' | 'accountId' | 'planId' | 'planEdition' | 'limits' | 'expiresAt' | 'sessionId'
>

export type Admission = { kind: 'ok'; id: InstrumentId; delayMs: number } | { kind: 'refused'; reason: RejectReason }

/** `what`: the path of the handshake, and what was asked. `socketId` stands in for a request id. */
export type StreamRefusal = {
  keyId: string
  socketId: string
  what: string
  error: ErrorName
  detail?: RefusalDetail
}

/** The questions that the stream asks the other domains. */
export type StreamAccess = {
  verify: (
    secret: string,
  ) => Promise<{ kind: 'ok'; key: StreamKey } | { kind: 'refused'; error: ErrorName; keyId?: string }>
  /** Looks up at once what `admit` will be asked one by one. */
  prepare: (texts: readonly string[], assetClass: AssetClass | null) => Promise<void>
  /** Finds the instrument a client means and whether its key may see it live, late, or not at all. */
  admit: (key: StreamKey, text: string, assetClass: AssetClass | null) => Promise<Admission>
  /** Something of a known key was refused or ended: its owner sees it in the usage. */
  refused: (what: StreamRefusal) => void
  /** Which classes trade now, for heartbeats. */
  openMarkets: (now: number) => Record<AssetClass, 'open' | 'closed'>
}
