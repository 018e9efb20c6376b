import type { FeedKey } from '#src/market/feed-keys/feed-key.ts'
import { createFeedKey, listFeedKeys, revokeFeedKey } from '#src/market/feed-keys/feed-keys.ts'
import type { Command } from '#src/platform/server/control.ts'
import { actor } from '../terminal/actor.ts'
import { one, parse } from '../terminal/arguments.ts'
import { aboutOne, listing } from '../terminal/list-and-act.ts'

const options = {
  class: { type: 'string', multiple: true },
  region: { type: 'string', multiple: true },
  create: { type: 'boolean' },
} as const

const create: Command = {
  name: 'feed-key create',
  usage: 'feed-key create <source> --class crypto[,stock] [--region BA] [--create]',
  summary: 'Issue a key with which a program pushes data; it is printed once',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, options)
    const { key, secret } = await createFeedKey(ctx, actor, {
      source: one(positionals, this.usage),
      classes: namesIn(values.class),
      regions: namesIn(values.region),
      creates: values.create ?? false,
    })
    io.print(secret)
    io.print(`${lineOf(key)}. The key is not shown again.`)
  },
}

const listed = 'Keys with which programs push data: source, scope, and when each was last used'
const list = listing('feed-key list', listed, {
  none: 'There are no feed keys.',
  read: (ctx) => listFeedKeys(ctx, actor),
  line: (key) => {
    const used = key.heardAt === null ? 'never used' : `used ${textOf(key.heardAt)}`
    return `${lineOf(key)}  ${key.revokedAt === null ? used : `revoked ${textOf(key.revokedAt)}`}`
  },
})

const revoke = aboutOne('feed-key revoke <id>', 'End a key at once; its connections are closed', async (ctx, id) => {
  await revokeFeedKey(ctx, actor, id)
  return `${id} is revoked.`
})

export const feedKeyCommands: readonly Command[] = [create, list, revoke]

/** Splits lists: `--class crypto,stock` means the same as `--class crypto --class stock`. */
function namesIn(values: readonly string[] = []): string[] {
  return values.flatMap((value) => value.split(','))
}

function lineOf({ id, source, classes, regions, creates }: FeedKey): string {
  const scope = `${classes.join(',')} ${regions?.join(',') ?? 'every region'}`
  return `${id}  ${source}  ${scope}${creates ? '  creates instruments' : ''}`
}

function textOf(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`
}
