import { hostileJson } from './bodies.ts'
import { hostileTexts } from './values.ts'

const json = (value: unknown) => JSON.stringify(value)

export const hostileMessages: readonly string[] = [
  '',
  ' ',
  'ping',
  'PING',
  'x',
  '{',
  '[]',
  'null',
  '1',
  '"ping"',
  '{}',
  '{"ac":null}',
  '{"ac":1}',
  '{"ac":"__proto__"}',
  '{"ac":"constructor"}',
  '{"ac":"toString"}',
  '{"ac":"subscribe"}',
  '{"ac":"auth"}',
  '{"ac":"auth","params":{}}',
  '{"ac":"list","params":[[[[]]]]}',
  '{"action":"subscribe","codes":"AAPL$US"}',
  '{"__proto__":{"ac":"subscribe"}}',
  ...hostileJson.filter((text) => text.length < 60_000).map((text) => `{"ac":"subscribe","params":${text}}`),
  ...hostileJson
    .filter((text) => text.length < 60_000)
    .map((text) => `{"ac":"resume","params":${text},"id":${text.length < 25_000 ? text : 1}}`),
  ...hostileTexts.map((text) => json({ ac: 'subscribe', params: text, types: 'tick' })),
  ...hostileTexts.map((text) => json({ ac: 'unsubscribe', params: 'AAPL$US', types: text, id: text })),
  ...hostileTexts.map((text) => json({ ac: 'resume', params: { [text]: 1, [`${text}:tick`]: -1 } })),
  ...hostileTexts.map((text) => json({ ac: text, params: text })),
  json({ ac: 'subscribe', params: Array.from({ length: 9_000 }, (_, n) => `X${n}`).join(',') }),
  json({ ac: 'subscribe', params: 'AAPL$US', types: 'tick,'.repeat(12_000) }),
  json({ ac: 'resume', params: Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`X${n}:tick`, n])) }),
  `${'['.repeat(60_000)}`,
  `{"ac":"ping","params":"${'\\"'.repeat(30_000)}"}`,
]

const masked = (first: number, second: number, ...rest: number[]) => Buffer.from([first, second, ...rest])

/**
 * Frames sent after a valid handshake: frames that break the rules of RFC 6455, frames of a kind that the stream does
 * not accept, and floods of frames.
 */
export const hostileFrames: readonly Buffer[] = [
  masked(0x81, 0x05, 0x68, 0x65, 0x6c, 0x6c, 0x6f),
  masked(0xf1, 0x80, 0, 0, 0, 0),
  masked(0x83, 0x80, 0, 0, 0, 0),
  masked(0x8b, 0x80, 0, 0, 0, 0),
  masked(0x80, 0x80, 0, 0, 0, 0),
  masked(0x09, 0x80, 0, 0, 0, 0),
  masked(0x89, 0xfe, 0x00, 0x7e, 0, 0, 0, 0),
  masked(0x88, 0x81, 0, 0, 0, 0, 1),
  masked(0x88, 0x82, 0, 0, 0, 0, 0x00, 0x01),
  masked(0x88, 0x82, 0, 0, 0, 0, 0xff, 0xff),
  masked(0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0),
  masked(0x81, 0xff, 0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0),
  masked(0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe),
  masked(0x81, 0x83, 0, 0, 0, 0, 0xed, 0xa0, 0x80),
  masked(0x82, 0x81, 0, 0, 0, 0, 1),
  Buffer.concat(Array.from({ length: 300 }, () => masked(0x01, 0x81, 0, 0, 0, 0, 0x61))),
  Buffer.concat(Array.from({ length: 300 }, () => masked(0x00, 0x80, 0, 0, 0, 0))),
  Buffer.concat(Array.from({ length: 2_000 }, () => masked(0x8a, 0x80, 0, 0, 0, 0))),
  Buffer.concat(Array.from({ length: 2_000 }, () => masked(0x89, 0x80, 0, 0, 0, 0))),
  Buffer.from('GET / HTTP/1.1\r\n\r\n'),
  Buffer.alloc(70_000, 0xff),
]
