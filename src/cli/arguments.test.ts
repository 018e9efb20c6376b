import { expect, test } from 'vitest'
import { silentLog } from '#src/platform/log/log.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Config } from '#src/platform/settings.ts'
import { commands, offlineCommands } from './commands.ts'
import { checked, show } from './terminal/checked.ts'
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
])('the command %s accepts --dry-run, because it cannot be undone or changes much at once', (name) => {
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
