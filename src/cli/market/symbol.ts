import { resolve } from 'node:path'
import { assetClasses } from '#src/contract/market.ts'
import { ensureCatalogue } from '#src/market/catalogue/install.ts'
import { reportLine } from '#src/market/import/import-run.ts'
import { importSymbols } from '#src/market/import/import-symbols.ts'
import {
  addInstrument,
  editInstrument,
  type InstrumentEdit,
  renameInstrument,
  searchInstruments,
  setInstrumentState,
} from '#src/market/instruments/edit.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { canonicalRegion, readSymbol } from '#src/market/instruments/symbol.ts'
import { commandLine } from '#src/market/uploads/begun-by.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Command, CommandIo } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { actor } from '../terminal/actor.ts'
import { one, parse } from '../terminal/arguments.ts'
import { show } from '../terminal/checked.ts'

const states: readonly Instrument['state'][] = ['listed', 'suspended', 'delisted']

const shownMax = 50

const fields = {
  name: { type: 'string' },
  'name-cn': { type: 'string' },
  'name-hk': { type: 'string' },
  currency: { type: 'string' },
  isin: { type: 'string' },
  sector: { type: 'string' },
  industry: { type: 'string' },
  'price-step': { type: 'string' },
  lot: { type: 'string' },
} as const
type Given = { [F in keyof typeof fields]?: string | undefined }

const editOf = ({ 'name-cn': nameCn, 'name-hk': nameHk, 'price-step': priceStep, ...rest }: Given): InstrumentEdit => ({
  ...{ ...rest, nameCn, nameHk, priceStep },
})
const flagsOf = Object.keys(fields)
  .map((name) => `[--${name} <text>]`)
  .join(' ')

const search: Command = {
  name: 'symbol search',
  usage: 'symbol search <text> [--class <class>] [--state listed|suspended|delisted] [--json]',
  summary: 'Instruments in every state by code, name or ISIN',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, { class: { type: 'string' }, state: { type: 'string' } })
    const assetClass = assetClasses.find((name) => name === values.class)
    const state = states.find((name) => name === values.state)
    if (assetClass !== values.class || state !== values.state) throw new SettingsError(`Usage: ${this.usage}`)
    const filter = { text: one(positionals, this.usage), class: assetClass, state }
    const { rows } = await searchInstruments(ctx, actor, filter, { limit: shownMax, after: null })
    if (rows.length === 0) io.print('Nothing is found.')
    for (const { id, class: ofClass, region, exchange, code, names, state } of rows) {
      const line = [id, `${ofClass}:${code}$${region}`, exchange || '–', state, names.en].join('  ')
      show(io, { id, class: ofClass, region, exchange, code, names, state }, line)
    }
  },
}

const edit: Command = {
  name: 'symbol edit',
  usage: `symbol edit <class> <CODE$REGION> ${flagsOf}`,
  summary: 'Set fields of an instrument; lists that are imported later leave them alone',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, fields)
    const [assetClass, symbol] = positionals
    const { id, code } = await find(ctx, assetClass, symbol)
    await editInstrument(ctx, actor, { id, version: null, ...editOf(values) })
    io.print(`${code} is changed.`)
  },
}

const add: Command = {
  name: 'catalogue add',
  usage: `catalogue add <class|region> [<CODE$REGION>] [--exchange <exchange>] ${flagsOf} [--from <symbols file>]`,
  summary: 'List a new instrument of an exchange, or with --from all of a class or a region in a list of instruments',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, {
      ...fields,
      exchange: { type: 'string' },
      from: { type: 'string' },
    })
    const [assetClass = '', symbol = ''] = positionals
    if (values.from !== undefined) return addFrom(ctx, resolve(io.cwd, values.from), one(positionals, this.usage), io)
    const [code = '', region = ''] = symbol.split('$')
    const { exchange = '', ...given } = values
    const named = { ...editOf(given), name: given.name ?? code }
    const id = await addInstrument(ctx, actor, { class: assetClass, region, exchange, code, ...named })
    io.print(`${assetClass}:${code}$${region} is listed, id ${id}.`)
  },
}

const licence =
  'The licence is that of the publisher of the list: JerBouma/FinanceDatabase is under the MIT licence, for others ask theirs.'

/**
 * Adds symbols from a list that the operator provides. The product contains no such list, and the operator is
 * responsible for its licence.
 */
async function addFrom(ctx: Platform, file: string, which: string, io: CommandIo): Promise<void> {
  const [assetClass, region] = [assetClasses.find((name) => name === which.toLowerCase()), canonicalRegion(which)]
  if (!assetClass && !/^[A-Z]{2}$/.test(region))
    throw new SettingsError(`"${which}" is neither a class nor a region of two letters, such as JP.`)
  await ensureCatalogue(ctx)
  const report = await importSymbols(ctx, file, { ...io, by: commandLine }, (one) =>
    assetClass ? one.class === assetClass : one.region === region,
  )
  io.print(reportLine(report))
  io.print(licence)
}

export const symbolCommands: readonly Command[] = [
  ...[search, edit, add],
  {
    name: 'symbol rename',
    usage: 'symbol rename <class> <CODE$REGION> <new code>',
    summary: 'Give an instrument a new code; history stays, the old code keeps finding it',
    async run(ctx, [assetClass, symbol, next = ''], io) {
      const instrument = await find(ctx, assetClass, symbol)
      const code = next.trim().toUpperCase()
      if (readSymbol(instrument.class, code).length === 0) throw new SettingsError(`"${next}" cannot be a code.`)
      await renameInstrument(ctx, actor, { id: instrument.id, version: null, code })
      io.print(`${instrument.code} is ${code} now.`)
    },
  },
  {
    name: 'symbol state',
    usage: 'symbol state <class> <CODE$REGION> listed|suspended|delisted',
    summary: 'Say whether an instrument trades; the history of a delisted one stays readable',
    async run(ctx, [assetClass, symbol, wanted], io) {
      const instrument = await find(ctx, assetClass, symbol)
      const state = states.find((name) => name === wanted)
      if (!state) throw new SettingsError(`The state is one of ${states.join(', ')}.`)
      await setInstrumentState(ctx, actor, { id: instrument.id, version: null, state })
      io.print(`${instrument.code} is ${state}.`)
    },
  },
]

async function find(ctx: Platform, assetClass = '', symbol = ''): Promise<Instrument> {
  const known = assetClasses.find((name) => name === assetClass)
  if (!known) throw new SettingsError(`The class is one of ${assetClasses.join(', ')}.`)
  const instrument = await findInstrument(ctx, { class: known, code: symbol })
  if (!instrument) throw new SettingsError(`There is no ${known} ${symbol}.`)
  return instrument
}
