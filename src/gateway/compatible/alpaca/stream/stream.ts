import type { Protocol } from '#src/gateway/stream/protocol/protocol.ts'
import type { OtherStreams } from '#src/gateway/stream/server.ts'
import { feeds } from '../asked/pages.ts'
import { region } from '../asked/symbols.ts'
import { secretOf } from '../credentials.ts'
import { crypto, type Feed, stocks } from './channels.ts'
import { AlpacaCodec } from './codec.ts'
import { spellingOf } from './events.ts'
import { type Form, json, msgpack } from './forms.ts'

const protocols = { stocks: protocolsOf(stocks), crypto: protocolsOf(crypto) }

/**
 * The sockets `/v2/{feed}` and `/v1beta3/crypto/{loc}`. The header `Content-Type` chooses MessagePack, as in the
 * vendor's API.
 */
export const alpacaStreams: OtherStreams = (path, headers) => {
  const [, feed = ''] = /^\/v2\/([a-z_]+)\/?$/.exec(path) ?? []
  const isCoin = /^\/v1beta3\/crypto\/[a-z0-9-]+\/?$/.test(path)
  if (!isCoin && !feeds.includes(feed)) return null
  const form = /\bmsgpack\b/i.test(headers['content-type'] ?? '') ? 'msgpack' : 'json'
  const secret = headers['apca-api-secret-key']
  return {
    class: null,
    protocol: protocols[isCoin ? 'crypto' : 'stocks'][form],
    ...(secret === undefined ? {} : { secret: secretOf(headers['apca-api-key-id'], secret) ?? '' }),
  }
}

function protocolsOf(feed: Feed): Record<'json' | 'msgpack', Protocol> {
  return { json: protocolOf(feed, json), msgpack: protocolOf(feed, msgpack) }
}

function protocolOf(feed: Feed, form: Form): Protocol {
  return {
    name: `alpaca ${feed.name} ${form.name}`,
    packing: form.packing,
    sendsState: false,
    all: feed.classes.map((name) => ({ class: name, region: name === 'crypto' ? undefined : region })),
    namesOf: feed.namesOf,
    symbolOf: ({ code }) => feed.symbolOf(code),
    speller: (symbol, id) => (type) => spellingOf(type, { symbol, class: id.class }, form),
    open: () => new AlpacaCodec(feed, form),
  }
}
