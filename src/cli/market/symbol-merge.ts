import { assetClasses } from '#src/contract/market.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import { findInstrument, instrumentsById } from '#src/market/instruments/instruments.ts'
import { historySize, mergeInstruments } from '#src/market/merge/merge.ts'
import { mismatchOf } from '#src/market/merge/mismatch.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { actor } from '../terminal/actor.ts'
import { dryRun, parse } from '../terminal/arguments.ts'

const usage = 'symbol merge <class:CODE$REGION | id> <class:CODE$REGION | id> [--yes | --dry-run]'

/** Without `--yes` the command only prints the effect of the merge. */
export const symbolMerge: Command = {
  name: 'symbol merge',
  usage,
  summary:
    'Make the first instrument part of the second, history and all; says what it will do, and does it with --yes',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, { yes: { type: 'boolean' }, ...dryRun })
    const [first = '', second = ''] = positionals
    if (values.yes && values['dry-run']) throw new SettingsError(`Usage: ${usage}`)
    const [from, into] = [await find(ctx, first), await find(ctx, second)]
    refuseMismatch(from, into)
    io.print(`From: ${await inWords(ctx, from)}`)
    io.print(`Into: ${await inWords(ctx, into)}`)
    if (!values.yes) {
      io.print(
        `All of the first moves to the second, whose id and names stay, and the code ${from.code} goes on finding it. Where both have a bar of one time, an imported one wins, then the later one; factors are not mixed, those of the second stay if it has any. This cannot be undone. Run it again with --yes to do it.`,
      )
      return
    }
    await mergeInstruments(ctx, actor, { from: from.id, into: into.id })
    io.print(`${nameOf(from)} is part of ${nameOf(into)} now.`)
  },
}

async function find(ctx: Platform, text: string): Promise<Instrument> {
  const [byId] = /^\d{1,9}$/.test(text) ? await instrumentsById(ctx, [Number(text)]) : []
  const assetClass = assetClasses.find((name) => text.startsWith(`${name}:`))
  const code = text.slice(text.indexOf(':') + 1)
  const found = byId ?? (assetClass && code.includes('$') && (await findInstrument(ctx, { class: assetClass, code })))
  if (found) return found
  throw new SettingsError(`There is no instrument "${text}". Write it as stock:BAC$US, stock:BAC$NYSE$US or by its id.`)
}

function refuseMismatch(from: Instrument, into: Instrument): void {
  switch (mismatchOf(from, into)) {
    case null:
      return
    case 'same':
      throw new SettingsError(`Both name the same instrument, ${nameOf(from)}.`)
    case 'class':
      throw new SettingsError(`${nameOf(from)} and ${nameOf(into)} are of different classes and cannot be one.`)
    case 'currency':
      throw new SettingsError(
        `${nameOf(from)} is quoted in ${from.currency}, ${nameOf(into)} in ${into.currency}: their prices cannot be in one history.`,
      )
    case 'catalogue':
      throw new SettingsError(
        `${nameOf(from)} belongs to the starter catalogue, which every start puts in place again. Merge the other way round.`,
      )
  }
}

async function inWords(ctx: Platform, instrument: Instrument): Promise<string> {
  const { bars, ticks, factors } = await historySize(ctx, instrument.id)
  const counts = [`${count(bars)} bars`, `${count(ticks)} ticks`, `${count(factors)} factors`].join(', ')
  return `${nameOf(instrument)}, id ${instrument.id}, ${instrument.names.en}, exchange ${instrument.exchange || 'unknown'}: ${counts}`
}

function nameOf({ class: assetClass, code, region }: Instrument): string {
  return `${assetClass}:${code}$${region}`
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}
