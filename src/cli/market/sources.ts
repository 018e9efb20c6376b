import { readCoverageTable } from '#src/market/coverage/coverage.ts'
import { setSourceOrder } from '#src/market/sources/order.ts'
import { readSources } from '#src/market/sources/sources.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { actor } from '../terminal/actor.ts'
import { parse } from '../terminal/arguments.ts'

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10)
const switchesShown = 10
const secondOf = (time: number) => `${new Date(time).toISOString().slice(0, 19)}Z`

const sources: Command = {
  name: 'source list',
  usage: 'source list [--json]',
  summary: 'Where data comes from, how fresh it is, and whether all of it is recorded',
  async run(ctx, _args, io) {
    const state = await readSources(ctx, actor)
    const { sources: live, followed, recordings, imports, isReported, pushing, orders, switches } = state
    if (io.json) io.json(state)
    if (!isReported) io.print('No gateway reports what it sees.')
    for (const { source, class: assetClass, state, at, rate, lagMs } of live)
      io.print(`${source} ${assetClass}  ${state}  ${secondOf(at)}  ${rate.toFixed(1)}/s  ${lagMs} ms late`)
    for (const { source, state, note, since, instruments, gaps, openGaps } of followed)
      io.print(
        `follows ${source}  ${state} since ${secondOf(since)}  ${instruments} instruments  ${gaps} gaps in 24 hours, ${openGaps} open${note && `  ${note}`}`,
      )
    for (const { source, state, heardAt, instruments } of pushing)
      io.print(
        `push ${source}  ${state}  ${heardAt === null ? '–' : secondOf(heardAt)}  ${instruments} instruments fed so far`,
      )
    for (const { scope, sources: names } of orders) io.print(`order ${scope}  ${names.join(', ')}`)
    for (const { key, source, before, at } of switches.slice(0, switchesShown))
      io.print(`switch ${secondOf(at)}  ${key}  ${before} → ${source}`)
    for (const { class: assetClass, behindMs, gaps } of recordings)
      if (behindMs !== null || gaps > 0)
        io.print(`recorder ${assetClass}  ${behindMs ?? '–'} ms behind  ${gaps} gaps in 24 hours`)
    for (const { class: assetClass, series, last } of imports)
      io.print(`import ${assetClass}  ${series} series, the newest bar of ${secondOf(last)}`)
  },
}

const order: Command = {
  name: 'source order',
  usage: "source order <*|class|'class:CODE$REGION'> [source,source…]",
  summary:
    'In which order the sources of an instrument, a class or all are taken; without sources as the wider scope says',
  async run(ctx, args, io) {
    const [scope = '', names = '', ...more] = parse(args, {}).positionals
    if (scope === '' || more.length > 0) throw new SettingsError(`Usage: ${this.usage}`)
    const set = await setSourceOrder(ctx, actor, { scope, sources: names.split(',') })
    io.print(`${set.scope}: ${set.sources.join(', ') || 'no order of its own'}`)
  },
}

const coverage: Command = {
  name: 'coverage list',
  usage: 'coverage list [--json]',
  summary: 'What is stored of each class and exchange',
  async run(ctx, _args, io) {
    const { counted, places } = await readCoverageTable(ctx, actor)
    if (io.json) io.json({ counted, places })
    if (!counted) io.print('It was not counted yet: a running site counts within a minute.')
    for (const { class: assetClass, exchange, instruments, kinds, recent } of places)
      for (const { kind, first, last, rows, instruments: held } of kinds) {
        const share = recent.find(({ interval }) => interval === kind)
        io.print(
          `${assetClass} ${exchange || '–'} ${kind}  ${dateOf(first)} to ${dateOf(last)}  ${rows} rows  ${held} of ${instruments} instruments${share ? `  ${percentOf(share)} % of 30 trading days` : ''}`,
        )
      }
  },
}

/** A percentage, rounded down, so that 100 means that nothing is missing. */
function percentOf({ present, expected }: { present: number; expected: number }): number {
  return Math.floor((1_000 * present) / expected) / 10
}

export const sourceCommands: readonly Command[] = [sources, order, coverage]
