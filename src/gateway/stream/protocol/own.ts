import type { InstrumentId } from '#src/contract/market.ts'
import {
  asciiElement,
  controlText,
  eventText,
  type Letters,
  type Spelling,
  spell,
  withSkipped,
} from '../delivery/frame.ts'
import { framed, listed } from '../delivery/packing.ts'
import { readMessage } from './message.ts'
import type { Codec, Protocol } from './protocol.ts'

const codec: Codec = {
  read: (data, isBinary) => (isBinary ? null : [readMessage(String(data))]),
  write: (frame) => [controlText(frame)],
}

/** `batch`: a frame is a list. `namesClass`: events contain the class, as on `/stream`. */
export function ownProtocol({ batch, namesClass }: { batch: boolean; namesClass: boolean }): Protocol {
  return {
    name: namesClass ? 'class' : '',
    packing: batch ? listed : framed,
    sendsState: true,
    all: null,
    namesOf: (symbol) => [symbol],
    symbolOf: ({ code, region }) => `${code}$${region}`,
    speller(symbol, id) {
      const { code, region } = written(symbol, id)
      const spelling = new OwnSpelling(spell(code, region, namesClass ? id.class : null))
      return () => spelling
    },
    open: () => codec,
  }
}

class OwnSpelling implements Spelling {
  readonly more: string
  readonly element = asciiElement
  readonly withSkipped = withSkipped
  readonly #letters: Letters

  constructor(letters: Letters) {
    this.more = letters.more
    this.#letters = letters
  }

  text(event: Parameters<Spelling['text']>[0], seq: number): string {
    return eventText(event, seq, this.#letters)
  }
}

/**
 * The code and region as the client wrote them, or with the canonical region if the client wrote no region. In a name
 * of three parts, such as `INFY$NSE$IN`, the exchange belongs to the code.
 */
function written(symbol: string, id: InstrumentId): { code: string; region: string } {
  const start = id.class.length + 1
  const bare = symbol.slice(0, start).toLowerCase() === `${id.class}:` ? symbol.slice(start) : symbol
  const at = bare.lastIndexOf('$')
  return at === -1 ? { code: bare, region: id.region } : { code: bare.slice(0, at), region: bare.slice(at + 1) }
}
