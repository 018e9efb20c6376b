import type { ErrorName } from '#src/contract/errors.ts'
import type { AssetClass, InstrumentId } from '#src/contract/market.ts'
import type { RejectReason } from '#src/contract/stream.ts'

/** What the stream needs to know of a key; `VerifiedKey` of `keys` is one. */
export type StreamKey = {
  kind: 'key' | 'demo' | 'search'
  keyId: string
  limits: { sockets: number | null; subscriptions: number | null }
  expiresAt: number
  sessionId: string | null
}

export type Admission = { kind: 'ok'; id: InstrumentId; delayMs: number } | { kind: 'refused'; reason: RejectReason }

/** The questions that the stream asks the other domains. `K` is the key as they know it. */
export type StreamDeps<K extends StreamKey> = {
  verify: (secret: string) => Promise<{ kind: 'ok'; key: K } | { kind: 'refused'; error: ErrorName }>
  /** Finds the instrument a client means and whether its key may see it live, late, or not at all. */
  admit: (key: K, text: string, assetClass: AssetClass | null) => Promise<Admission>
  /** Which classes trade now, for heartbeats. */
  openMarkets: (now: number) => Record<AssetClass, 'open' | 'closed'>
}
