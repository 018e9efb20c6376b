import { assetClasses } from '#src/contract/market.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import { findInstrument, renameInstrument, setInstrumentState } from '#src/market/instruments/instruments.ts'
import { readSymbol } from '#src/market/instruments/symbol.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'

const states: readonly Instrument['state'][] = ['listed', 'suspended', 'delisted']

export const symbolCommands: readonly Command[] = [
  {
    name: 'symbol rename',
    usage: 'symbol rename <class> <CODE$REGION> <new code>',
    summary: 'Give an instrument a new code; history stays, the old code keeps finding it',
    async run(ctx, [assetClass, symbol, next = ''], io) {
      const instrument = await find(ctx, assetClass, symbol)
      const code = next.trim().toUpperCase()
      if (readSymbol(instrument.class, code).length === 0) throw new SettingsError(`"${next}" cannot be a code.`)
      await renameInstrument(ctx, { kind: 'operator-cli' }, { id: instrument.id, code })
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
      await setInstrumentState(ctx, { kind: 'operator-cli' }, { id: instrument.id, state })
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
