import type { AssetClass, InstrumentId } from '#src/contract/market.ts'
import type { ControlFrame, Spelling } from '../delivery/frame.ts'
import type { Packing } from '../delivery/packing.ts'
import type { LaneType } from './lane-type.ts'
import type { ClientMessage } from './message.ts'

/** `region` undefined: all regions. */
export type Market = { class: AssetClass; region: string | undefined }

/**
 * The language of a socket: our messages and frames, or those of another vendor. Limits, keys, usage and delivery do
 * not depend on the language.
 */
export interface Protocol {
  /** Sockets whose protocols have the same name share the encoded events. */
  readonly name: string
  readonly packing: Packing
  /** Whether a subscription begins with the newest state. */
  readonly sendsState: boolean
  /** The markets to which the symbol `*` subscribes; null if it is an ordinary symbol. */
  readonly all: readonly Market[] | null
  /** Our candidates for a symbol of the client; the first known candidate is used. */
  namesOf(symbol: string): readonly string[]
  /** The vendor's symbol of an instrument to which `*` subscribes. */
  symbolOf(id: InstrumentId): string
  /** The writers of an instrument's events for a client that wrote `symbol`. */
  speller(symbol: string, id: InstrumentId): (type: LaneType) => Spelling
  open(): Codec
}

/** Reads and writes the messages of one socket. */
export interface Codec {
  /** Null: the client must not send such data. */
  read(data: Buffer, isBinary: boolean): readonly ClientMessage[] | null
  /** The texts of a frame in ASCII; none if the vendor has no such message. */
  write(frame: ControlFrame): readonly string[]
}
