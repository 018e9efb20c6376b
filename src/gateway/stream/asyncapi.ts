import { z } from 'zod'
import { namesOf } from '#src/contract/record.ts'
import {
  clientMessages,
  closeFrame,
  eventFrame,
  gapFrame,
  heartbeatFrame,
  messageId,
  replyFrame,
} from '#src/contract/stream.ts'
import { closeCodes, streamLimits, streamPaths, subscriptionTypes } from '#src/contract/stream-names.ts'
import { type BrandHolder, brandOf } from '#src/platform/brand/brand.ts'

const summaries = {
  auth: 'Sends the key, where the handshake did not carry it',
  subscribe: 'Adds types of symbols, after the last numbers in `since`; refused whole when it would exceed the plan',
  unsubscribe: 'Takes types of symbols away; all of them without `types`',
  list: 'Asks for what is subscribed',
  ping: 'Answered by `pong` with the same text',
  resume: 'Replays what was missed since the numbers given, or answers a gap',
} as const satisfies Record<keyof typeof clientMessages, string>

/** AsyncAPI 3.0 of the live stream, generated from the contract: paths, messages, close codes, limits. */
export function asyncapiDocument(ctx: BrandHolder): Record<string, unknown> {
  const url = new URL(ctx.settings.apiUrl)
  const sent = namesOf(clientMessages).map((name) => [
    name,
    { name, summary: summaries[name], payload: schemaOf(clientMessages[name].extend({ id: messageId })) },
  ])
  const received = {
    event: { name: 'event', summary: 'A tick, quote, depth or bar', payload: schemaOf(eventFrame) },
    reply: { name: 'reply', summary: 'The answer to a message', payload: schemaOf(replyFrame) },
    gap: {
      name: 'gap',
      summary: 'Numbers that are gone, and the path that fills them',
      payload: schemaOf(gapFrame),
    },
    heartbeat: {
      name: 'heartbeat',
      summary: 'After 10 quiet seconds, and when stored history was replaced',
      payload: schemaOf(heartbeatFrame),
    },
    close: { name: 'close', summary: 'Why the socket closes', payload: schemaOf(closeFrame) },
  }
  const messages = { ...Object.fromEntries(sent), ...received }
  return {
    asyncapi: '3.0.0',
    info: {
      title: `${brandOf(ctx).name} live stream`,
      version: '1.0.0',
      description: description(),
    },
    servers: {
      gateway: {
        host: url.host,
        protocol: url.protocol === 'https:' ? 'wss' : 'ws',
        security: [{ $ref: '#/components/securitySchemes/token' }],
      },
    },
    channels: Object.fromEntries(streamPaths.map((path) => [path.slice(1), channel(path, Object.keys(messages))])),
    operations: Object.fromEntries(
      streamPaths.flatMap((path) => [
        [`send-${path.slice(1)}`, operation(path, 'receive', Object.keys(clientMessages))],
        [`receive-${path.slice(1)}`, operation(path, 'send', Object.keys(received))],
      ]),
    ),
    components: {
      messages,
      securitySchemes: { token: { type: 'httpApiKey', in: 'header', name: 'token' } },
    },
  }
}

function channel(path: string, names: readonly string[]): Record<string, unknown> {
  const flag = (what: string) => ({ type: 'string', enum: ['0', '1'], default: '0', description: what })
  return {
    address: path,
    messages: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/messages/${name}` }])),
    bindings: {
      ws: {
        query: {
          type: 'object',
          properties: {
            token: { type: 'string', description: 'the key, for clients that cannot set headers' },
            batch: flag('1: a frame is a list of messages'),
            events: flag('1: heartbeats, gaps and reasons are told'),
          },
        },
      },
    },
  }
}

/** AsyncAPI describes the server's view: the action `receive` is for messages of clients. */
function operation(path: string, action: 'send' | 'receive', names: readonly string[]): Record<string, unknown> {
  const at = `#/channels/${path.slice(1)}`
  return { action, channel: { $ref: at }, messages: names.map((name) => ({ $ref: `${at}/messages/${name}` })) }
}

/** Frames may get further fields, so their schemas allow them. */
function schemaOf(schema: z.ZodType): Record<string, unknown> {
  return z.toJSONSchema(schema, { io: 'input', target: 'draft-7' })
}

function description(): string {
  const codes = Object.entries(closeCodes).map(([name, code]) => `${code} ${name}`)
  return [
    `Types: ${subscriptionTypes.join(', ')} (kline@1 to kline@10 are 1m, 5m, 15m, 30m, 1h, 2h, 4h, 1d, 1w and 1M; kline@5m and its like are understood, too).`,
    `Close codes: ${codes.join(', ')}. Each is announced by a message.`,
    `A key within ${streamLimits.authWithinMs / 1000} s; messages of at most ${streamLimits.messageBytesMax / 1024} KiB; ${streamLimits.messagesPerSecond} a second, ${streamLimits.messagesBurst} at once.`,
  ].join('\n')
}
