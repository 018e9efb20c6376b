import type { Assembly } from './assembly.ts'
import { asciiElement, asciiFrame } from './frame.ts'
import type { PendingParts } from './write-table.ts'

/** The way in which messages become the frames of one write. */
export type Packing = {
  /** Whether a frame is a list of messages, which is sent within `batchMs`. */
  readonly batched: boolean
  part(text: string): Buffer
  joined(assembly: Assembly, parts: PendingParts): Buffer
}

/** Each message is a frame. */
export const framed: Packing = {
  batched: false,
  part: asciiFrame,
  joined: (assembly, parts) => assembly.joined(parts),
}

/** A frame is a JSON list of messages. */
export const listed: Packing = {
  batched: true,
  part: asciiElement,
  joined: (assembly, parts) => assembly.list(parts),
}
