import type { ActionInput, ActionKind } from '#src/market/action-edits/action-input.ts'
import { type ActionChange, changeAction, listActions, previewAction } from '#src/market/action-edits/actions.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { parseInstrumentKey } from '#src/market/instruments/symbol.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { actor } from '../terminal/actor.ts'
import { one, parse } from '../terminal/arguments.ts'
import { show } from '../terminal/checked.ts'

const fields = {
  new: { type: 'string' },
  old: { type: 'string' },
  amount: { type: 'string' },
  currency: { type: 'string' },
  'record-date': { type: 'string' },
  'pay-date': { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const

const list: Command = {
  name: 'corporate-actions list',
  usage: 'corporate-actions list <class:CODE$REGION> [--json]',
  summary: 'Splits and dividends of an instrument, the newest first',
  async run(ctx, args, io) {
    const { actions } = await listActions(ctx, actor, await idOf(ctx, one(args, this.usage)))
    if (actions.length === 0) io.print('There are none.')
    for (const action of actions) {
      const { kind, exDate, newShares, oldShares, amount, currency, source, edit } = action
      const what = kind === 'split' ? `${newShares} for ${oldShares}` : `${amount} ${currency}`
      show(io, action, [exDate, kind, what, source, edit ?? ''].join('  ').trimEnd())
    }
  },
}

const set: Command = {
  name: 'corporate-actions set',
  usage:
    'corporate-actions set <class:CODE$REGION> split|dividend <2026-06-10> [--new 4 --old 1 | --amount 0.25 [--currency USD] [--record-date …] [--pay-date …]] [--dry-run]',
  summary: 'Set a split or a dividend; adjusted prices follow at once. --dry-run shows the effect alone',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, fields)
    const { symbol, kind, exDate } = about(positionals, this.usage)
    const action: ActionInput = {
      ...{ kind, exDate, newShares: values.new ?? '', oldShares: values.old ?? '', amount: values.amount ?? '' },
      ...{
        currency: values.currency ?? '',
        recordDate: values['record-date'] ?? '',
        payDate: values['pay-date'] ?? '',
      },
    }
    const change: ActionChange = { instrumentId: await idOf(ctx, symbol), to: 'set', action }
    const { before, after, closes } = await previewAction(ctx, actor, change)
    io.print(`factors before ${exDate}: ${before.price} × ${before.split} → ${after.price} × ${after.split}`)
    for (const close of closes)
      io.print(`${new Date(close.time).toISOString().slice(0, 10)}  ${close.raw}: ${close.before} → ${close.after}`)
    if (values['dry-run']) return
    await changeAction(ctx, actor, { version: null, ...change })
    io.print(`The ${kind} of ${exDate} is set.`)
  },
}

const undo = (to: 'remove' | 'restore', summary: string): Command => ({
  name: `corporate-actions ${to}`,
  usage: `corporate-actions ${to} <class:CODE$REGION> split|dividend <2026-06-10>`,
  summary,
  async run(ctx, args, io) {
    const { symbol, kind, exDate } = about(args, this.usage)
    await changeAction(ctx, actor, { version: null, instrumentId: await idOf(ctx, symbol), to, kind, exDate })
    io.print(to === 'remove' ? `The ${kind} of ${exDate} does not count.` : `The ${kind} of ${exDate} is as imported.`)
  },
})

function about([symbol = '', kind = '', exDate = '', ...more]: readonly string[], usage: string) {
  const known: ActionKind | undefined = kind === 'split' || kind === 'dividend' ? kind : undefined
  if (!known || exDate === '' || more.length > 0) throw new SettingsError(`Usage: ${usage}`)
  return { symbol, kind: known, exDate }
}

async function idOf(ctx: Platform, symbol: string): Promise<number> {
  const identity = parseInstrumentKey(symbol)
  const instrument = identity && (await findInstrument(ctx, identity))
  if (!instrument) throw new SettingsError(`There is no instrument "${symbol}". Write it as stock:BAC$US.`)
  return instrument.id
}

export const actionCommands: readonly Command[] = [
  list,
  set,
  undo('remove', 'Remove a split or a dividend, so that it no longer adjusts prices'),
  undo('restore', 'Make a split or a dividend as imported again'),
]
