import type { NetworkCode } from '#src/billing/chains/network.ts'
import { acceptXpub, pauseNetwork, resumeNetwork, rewindNetwork } from '#src/billing/operator/network-operation.ts'
import { namedNetworks } from '#src/billing/settings.ts'
import { isRefusal } from '#src/contract/errors.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { actor } from '../terminal/actor.ts'
import { one, parse } from '../terminal/arguments.ts'

const pause: Command = {
  name: 'payments network pause',
  usage: 'payments network pause <network> [--reason <text>]',
  summary: 'Sell nothing on a network until it is resumed; payments are still watched, and nothing expires',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, { reason: { type: 'string' } })
    const network = codeOf(ctx, positionals, this.usage)
    const paused = await pauseNetwork(ctx, actor, { network, reason: values.reason?.trim() || null })
    io.print(
      paused
        ? `${network} is paused: no new orders there. Payments are still watched and credited, and no order expires.`
        : `${network} is paused already.`,
    )
  },
}

const resume: Command = {
  name: 'payments network resume',
  usage: 'payments network resume <network>',
  summary: 'Sell on a paused network again',
  async run(ctx, args, io) {
    const network = codeOf(ctx, args, this.usage)
    const resumed = await resumeNetwork(ctx, actor, { network })
    io.print(resumed ? `${network} is on sale again.` : `${network} was not paused.`)
  },
}

const rewind: Command = {
  name: 'payments network rewind',
  usage: 'payments network rewind <network> --to <block>',
  summary: 'Read the chain of a network again, from the block after this one',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, { to: { type: 'string' } })
    const network = codeOf(ctx, positionals, this.usage)
    if (!/^\d{1,15}$/.test(values.to ?? '')) throw new SettingsError(`Usage: ${this.usage}`)
    const rewound = await rewindNetwork(ctx, actor, { network, to: Number(values.to) })
    if ('problem' in rewound) {
      throw new SettingsError(
        rewound.problem === 'before_first'
          ? `No address of ${network} is older than block ${rewound.limit}: rewind to ${rewound.limit} or later.`
          : `${network} is read up to block ${rewound.limit} only: a rewind goes back, never ahead.`,
      )
    }
    io.print(
      `${network} is read again from block ${rewound.to + 1}; it had been read up to ${rewound.from}. Nothing expires until it has caught up.`,
    )
  },
}

const accept: Command = {
  name: 'payments network accept-xpub',
  usage: 'payments network accept-xpub <network>',
  summary: 'Accept the extended public key in the settings after you changed it',
  async run(ctx, args, io) {
    const network = codeOf(ctx, args, this.usage)
    const accepted = await acceptXpub(ctx, actor, { network })
    if (!accepted) {
      io.print(`${network} uses the key in the settings already. After a change, restart first, then accept.`)
      return
    }
    io.print(
      `Accepted. New orders on ${network} get addresses of key ${accepted.now}, from number ${accepted.nextIndex} on.`,
    )
    io.print(`Addresses of key ${accepted.was} stay watched and payable: keep its wallet until they are empty.`)
  },
}

function codeOf(ctx: Platform, args: readonly string[], usage: string): NetworkCode {
  const given = one(args, usage).toUpperCase()
  const codes = namedNetworks(ctx.settings)
  if (!codes.includes(given)) throw new SettingsError(`There is no network ${given}. There are ${codes.join(', ')}.`)
  return given
}

function onNetwork(command: Command): Command {
  return {
    ...command,
    async run(ctx, args, io) {
      try {
        await command.run(ctx, args, io)
      } catch (error) {
        if (!isRefusal(error) || error.error !== 'not_found') throw error
        throw new SettingsError(`${args[0]} is not configured, or a process with the role payments never opened it.`)
      }
    },
  }
}

export const networkCommands: readonly Command[] = [pause, resume, rewind, accept].map(onNetwork)
