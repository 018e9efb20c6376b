import { listed } from '#src/gateway/stream/delivery/packing.ts'
import type { Protocol } from '#src/gateway/stream/protocol/protocol.ts'
import type { OtherStreams } from '#src/gateway/stream/server.ts'
import { type Feed, feeds, marketsOf, namesOf } from './channels.ts'
import { codecOf } from './codec.ts'
import { spellingOf } from './events.ts'

/** The vendor's sockets as protocols of the stream, by their path below the vendor's root. */
const protocols = new Map(Object.entries(feeds).map(([name, feed]) => [`/${name}`, protocolOf(name, feed)]))

export const massiveStreams: OtherStreams = (path) => {
  const protocol = protocols.get(path.replace(/\/$/, ''))
  return protocol ? { class: null, protocol } : null
}

function protocolOf(name: string, feed: Feed): Protocol {
  const codec = codecOf(feed)
  const channelOf = new Map(Object.entries(feed.channels).map(([channel, type]) => [type, channel]))
  return {
    name: `massive ${name}`,
    packing: listed,
    sendsState: false,
    all: marketsOf(feed),
    namesOf: (symbol) => namesOf(feed, symbol),
    symbolOf: feed.nameOf,
    speller: (_, id) => (type) => spellingOf(feed, channelOf.get(type) ?? '', id),
    open: () => codec,
  }
}
