import type { AssetClass, InstrumentId } from '#src/contract/market.ts'
import type { ControlFrame, Spelling } from '../delivery/frame.ts'
import type { Packing } from '../delivery/packing.ts'
import type { LaneType } from './lane-type.ts'
import type { ClientMessage } from './message.ts'

/** `region` undefined: every one. */
export type Market = { class: AssetClass; region: string | undefined }

/**
 * The language of a socket: our messages and frames, or those of another vendor. Limits, keys, usage and delivery are
 * the same for all.
 */
export interface Protocol {
  /** Sockets whose protocols have one name share the encoded events. */
  readonly name: string
  readonly packing: Packing
  /** Whether a subscription begins with the newest state. */
  readonly sendsState: boolean
  /** What the symbol `*` subscribes; null where it is a symbol like any other. */
  readonly all: readonly Market[] | null
  /** Our symbols for a symbol of the client; the first known one is used. */
  namesOf(symbol: string): readonly string[]
  /** The vendor's symbol of an instrument that `*` subscribes. */
  symbolOf(id: InstrumentId): string
  /** How events of an instrument are written for a client that wrote `symbol`. */
  speller(symbol: string, id: InstrumentId): (type: LaneType) => Spelling
  open(): Codec
}

/** Reads and writes the messages of one socket. */
export interface Codec {
  /** Null: the socket must not send such data. */
  read(data: Buffer, isBinary: boolean): readonly ClientMessage[] | null
  /** The texts of a frame in ASCII; none where the vendor has no such message. */
  write(frame: ControlFrame): readonly string[]
}
