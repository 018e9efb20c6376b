import { setImmediate } from 'node:timers/promises'
import { formatAddress } from '#src/billing/chains/address.ts'
import { networksOf } from '#src/billing/chains/network.ts'
import { deriverOf } from '#src/billing/deposits/deposit-address.ts'
import { gasAddressOf } from '#src/billing/sweeps/export-sweeps.ts'
import { accountOf, accountPath } from '#src/billing/sweeps/sweep-list.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { one, parse } from '../terminal/arguments.ts'

const addressesMax = 100_000

/**
 * Prints a range of deposit addresses with their derivation paths. Wallets search only a few addresses ahead, but find
 * any address by its path.
 */
export const walletAddresses: Command = {
  name: 'payments wallet addresses',
  usage: 'payments wallet addresses <network> [--from <index>] [--to <index>]',
  summary: 'Deposit addresses with their derivation path, to find them in a wallet; docs/sweeping.md says how',
  async run(ctx, args, io) {
    const text = { type: 'string' } as const
    const { values, positionals } = parse(args, { from: text, to: text })
    const code = one(positionals, this.usage)
    const network = networksOf(ctx.settings).find((known) => known.code === code)
    if (!network) throw new SettingsError(`There is no network ${code} here.`)
    const from = Number(values.from ?? 0)
    const to = Number(values.to ?? from + 99)
    const inRange = Number.isInteger(from) && Number.isInteger(to) && from >= 0 && to >= from && to < 2 ** 31
    if (!inRange || to - from >= addressesMax) throw new SettingsError(`Usage: ${this.usage}`)
    const path = accountPath(network.addressFormat, accountOf(network.xpub))
    const shown = (address: `0x${string}`) => formatAddress(address, network.addressFormat)
    const { addressAt } = deriverOf(network)
    io.print('index,path,address')
    for (let index = from; index <= to; index++) {
      // The running product, in which the command may run, serves others between two addresses.
      await setImmediate()
      io.signal.throwIfAborted()
      io.print(`${index},${path}/0/${index},${shown(addressAt(index))}`)
      await io.untilRead?.()
    }
    io.print(`gas,${path}/1/0,${shown(gasAddressOf(network))}`)
  },
}
