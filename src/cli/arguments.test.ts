import { expect, test } from 'vitest'
import { refuse } from '#src/contract/errors.ts'
import { silentLog } from '#src/platform/log/log.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Config } from '#src/platform/settings.ts'
import { commands, offlineCommands } from './commands.ts'
import { checked, checkedOffline, show } from './terminal/checked.ts'
import { grammarOf } from './usage/grammar.ts'

/**
 * An object that throws at any access. A command that gets this object and passes has neither read nor written
 * anything.
 */
function untouchable<T extends object>(): T {
  return new Proxy({} as T, {
    get(_, name) {
      throw new Error(`the command used ${String(name)}`)
    },
  })
}

const io = { cwd: '/', signal: new AbortController().signal, print() {}, progress() {} }

const everyCommand = [...commands, ...offlineCommands].map((command) => ({
  ...{ name: command.name, usage: command.usage },
  run: (...args: string[]): Promise<void> =>
    'isOffline' in command
      ? command.run(untouchable<Config>(), args, io, silentLog)
      : command.run(untouchable<Platform>(), args, io),
}))

test.each(everyCommand)('the command $name refuses an unknown flag before it does anything', async ({ name, run }) => {
  for (const args of [['--frobnicate'], ['x', '--frobnicate'], ['--frobnicate=1', 'x', 'y', 'z']])
    await expect(run(...args)).rejects.toThrow(`${name} has no flag --frobnicate.`)
})

const ofOneSize = everyCommand.filter((command) => grammarOf(command).most < Number.POSITIVE_INFINITY)

test.each(ofOneSize)(
  'the command $name refuses arguments beyond its usage before it does anything',
  async ({ run }) => {
    await expect(run(...'abcdefghi')).rejects.toThrow('Usage: ')
  },
)

test.each(['audit list', 'audit export', 'payments export ledger', 'payments export tax'])(
  'the command %s refuses a day that does not exist before it does anything',
  async (name) => {
    const command = everyCommand.find((one) => one.name === name)
    await expect(command?.run('--from', '2026-02-30')).rejects.toThrow(/is not a time|takes a day/)
  },
)

test.each([
  ['announcement end', '1.5'],
  ['incident update', '1e3', '--text-en-US', 'x'],
  ['incident resolve', 'abc'],
  ['changelog publish', '99999999999999999999'],
  ['keyring retire', '0x1'],
  ['staff approvals', '--confirm', 'abc'],
  ['staff approvals', '--drop', '1.5'],
])('the command %s refuses %s as a number before it does anything', async (name, ...args) => {
  const command = everyCommand.find((one) => one.name === name)
  await expect(command?.run(...args)).rejects.toThrow(/^".*" is not a number\.$/)
})

test.each(['3', '0', '128', 'abc'])(
  'the command "tape shards" refuses %s shards before it does anything',
  async (shards) => {
    const command = everyCommand.find(({ name }) => name === 'tape shards')
    for (const args of [[shards], [shards, '--dry-run']])
      await expect(command?.run(...args)).rejects.toThrow('The number of shards is 1, 2, 4, 8, 16, 32 or 64.')
  },
)

test.each([
  ['ticket texts', '--en-US', 'Hello'],
  ['plans publish', '--never', '--at', '2026-12-01T00:00:00Z'],
  ['plans export', '--draft', '--edition', '3'],
])('the command %s refuses flags that it would ignore', async (name, ...args) => {
  const command = everyCommand.find((one) => one.name === name)
  await expect(command?.run(...args)).rejects.toThrow('Usage: ')
})

test.each([
  ['replay', '--speed=60', 'stock:BAC'],
  ['export bars', '--out', 'bars.parquet', 'stock:BAC', '--interval=1d'],
])('the command %s accepts its flags at any position', async (name, ...args) => {
  const command = everyCommand.find((one) => one.name === name)
  await expect(command?.run(...args)).rejects.toThrow('There is no instrument "stock:BAC".')
})

test('a refused command, online or offline, fails with a message that states the reason', async () => {
  const about = { name: 'order end', usage: 'order end <number>', summary: '' }
  const refused = (error: Parameters<typeof refuse>[0]) => async () => Promise.reject(refuse(error))
  const ended = (error: Parameters<typeof refuse>[0]) =>
    checked({ ...about, run: refused(error) }).run(untouchable<Platform>(), ['7'], io)
  await expect(ended('storage_full')).rejects.toThrow(/^There is no room left/)
  await expect(ended('not_found')).rejects.toThrow('There is nothing of that number or name: 7')
  const offline = checkedOffline({ isOffline: true, ...about, run: refused('storage_full') })
  await expect(offline.run(untouchable<Config>(), ['7'], io, silentLog)).rejects.toThrow(/^There is no room left/)
})

const facts =
  /^(doctor|now|leases|coverage list|staff approvals|ticket texts|payments explain|payments find|.* (list|show|search|find|check|status|diff|history|verify)|verify .*)$/

test('every command that lists, shows, finds or checks something accepts --json', () => {
  const printing = everyCommand.filter(({ name }) => facts.test(name))
  expect(printing.length).toBeGreaterThan(30)
  expect(printing.filter((command) => !grammarOf(command).flags.has('json')).map(({ name }) => name)).toEqual([])
})

test.each([
  'keyring rotate',
  'keyring reseal',
  'keyring retire',
  'backup restore',
  'symbol merge',
  'quarantine release',
  'quarantine discard',
  'recompute bars',
  'calendar import',
  'import bars',
  'payments sweep record',
  'plans publish',
  'tape shards',
  'archive move',
  'backup restore',
  'backup join',
  'backup move',
])('the command %s, which cannot be undone or changes much at once, accepts --dry-run', (name) => {
  const command = everyCommand.find((one) => one.name === name)
  expect(command && grammarOf(command).flags.has('dry-run')).toBe(true)
})

test('with --json a command prints its facts as one line of JSON, and nothing else', async () => {
  const printed: string[] = []
  const command = checked({
    ...{ name: 'order list', usage: 'order list [--json]', summary: '' },
    async run(_ctx, args, out) {
      out.print(`Orders: ${args.length}`)
      show(out, { no: 7, micro: 5n, by: new Map([['kraken', 1]]) }, 'Order 7', 'by kraken')
    },
  })
  const output = { ...io, print: (line: string) => printed.push(line) }
  await command.run(untouchable<Platform>(), ['--json'], output)
  await command.run(untouchable<Platform>(), [], output)
  expect(printed).toEqual(['{"no":7,"micro":"5","by":{"kraken":1}}', 'Orders: 0', 'Order 7', 'by kraken'])
})
