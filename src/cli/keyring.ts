import type { RingNeed } from '#src/contract/operator/installation.ts'
import { type RingState, readRing } from '#src/overview/keyring/ring-state.ts'
import { resealSecrets, retireKey, rotateRing } from '#src/overview/keyring/rotation.ts'
import { newKey } from '#src/platform/data-dir/keyring.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { actor } from './terminal/actor.ts'
import { dryRun, numberOf, one, parse } from './terminal/arguments.ts'

const rotate: Command = {
  name: 'keyring rotate',
  usage: 'keyring rotate [--dry-run]',
  summary: 'Add a key that seals what is new, and seal everything older again; with KEYRING it prints the key to add',
  async run(ctx, args, io) {
    const next = (ctx.keyring.versions.at(-1) ?? 0) + 1
    if (parse(args, dryRun).values['dry-run']) {
      const { keys } = await readRing(ctx)
      const count = keys.flatMap(({ needs }) => needs).reduce((sum, need) => sum + need.count, 0)
      io.print(`Key ${next} would seal from now on, and ${count} older secrets would be sealed again.`)
      return
    }
    if (!ctx.settings.hasKeyring) {
      const version = await rotateRing(ctx, actor)
      io.print(`Key ${version} seals from now on. Everything older is sealed again while the product runs: see doctor.`)
      return
    }
    io.print('Append this to KEYRING and restart every process with it. Then run "keyring reseal".')
    io.print(`,${newKey(next)}`)
  },
}

const reseal: Command = {
  name: 'keyring reseal',
  usage: 'keyring reseal [--dry-run]',
  summary: 'Seal everything older by the newest key, in the background, once every process has that key',
  async run(ctx, args, io) {
    const { waiting, seals } = await readRing(ctx)
    if (waiting === 0) {
      io.print(`Everything is sealed by key ${seals}.`)
      return
    }
    if (parse(args, dryRun).values['dry-run']) {
      io.print(`${waiting} secrets would be sealed again by key ${seals}.`)
      return
    }
    await resealSecrets(ctx, actor)
    io.print(`${waiting} secrets are sealed again by key ${seals} while the product runs: see doctor.`)
  },
}

const retire: Command = {
  name: 'keyring retire',
  usage: 'keyring retire <version> [--dry-run]',
  summary: 'Remove an unused key from the ring; with KEYRING only report whether it is unused',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, dryRun)
    const version = numberOf(one(positionals, this.usage))
    const { retirable, keys, seals } = await readRing(ctx)
    const key = keys.find((one) => one.version === version)
    if (!key) throw new SettingsError(`Key ${version} is not in the ring.`)
    if (version === seals) throw new SettingsError(`Key ${version} is the newest: run "keyring rotate" first.`)
    if (!retirable.includes(version)) throw new SettingsError(stillNeeded(key))
    if (values['dry-run']) {
      io.print(`Nothing needs key ${version}: it would be retired.`)
      return
    }
    if (!ctx.settings.hasKeyring) await retireKey(ctx, actor, version)
    io.print(
      ctx.settings.hasKeyring
        ? `Nothing needs key ${version}. Take it out of KEYRING and restart every process.`
        : `Key ${version} is retired.`,
    )
  },
}

const needWords: Record<RingNeed, string> = {
  apiKeys: 'API keys',
  factors: 'secrets of authenticator apps',
  recoveryCodes: 'recovery codes',
  mails: 'mails that wait',
  signIns: 'sign-ins under way, for ten minutes at most',
  webhooks: 'signing secrets of webhooks',
  addresses: 'deposit addresses',
}

function stillNeeded({ version, needs, signs }: RingState['keys'][number]): string {
  const parts = needs.map(({ what, count }) => `${count} ${needWords[what]}`)
  if (signs) parts.push('tokens and mailed codes of the last ten minutes')
  return `Key ${version} is still needed by ${parts.join(', ')}. "keyring reseal" makes again what older keys made.`
}

export const keyringCommands: readonly Command[] = [rotate, reseal, retire]
