/**
 * `npm run bench -- <name> …` (default: all) writes the figures of committed code to `figures.json`; exits with 1 on a
 * missed goal or a failure.
 */
import { readdirSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Figure } from '#src/site/content/benches/figures.ts'
import type { Bench, Options, Row } from './bench.ts'
import { figureOf, record } from './figures.ts'
import { fetchPeers } from './peers/fetched.ts'
import { tableOf } from './table.ts'

const folder = import.meta.dirname
const known = readdirSync(folder)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.slice(0, -'.bench.ts'.length))
  .sort()

process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  const { names: requested, options, given } = readArguments(args)
  const unknown = requested.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    process.stderr.write(`There is no bench "${unknown}". There are: ${known.join(', ')}.\n`)
    return 2
  }
  if (options.peers) fetchPeers()
  console.log(`${cpus().length} cores, ${(totalmem() / 1024 ** 3).toFixed(0)} GiB, Node ${process.version}`)
  const found: { bench: string; figure: Figure }[] = []
  const failed: string[] = []
  for (const bench of requested.length > 0 ? requested : known)
    try {
      const figures = await runOne(bench, options)
      const command = ['npm run bench --', bench, ...given].join(' ')
      const why = figures.length > 0 ? record(bench, command, figures) : null
      if (why !== null) console.log(`  not written to figures.json: ${why}`)
      found.push(...figures.map((figure) => ({ bench, figure })))
    } catch (error) {
      console.error(error)
      failed.push(bench)
    }
  console.log(`\n${tableOf(found)}`)
  const missed = found.filter(({ figure }) => figure.met === false).length
  if (missed > 0) console.log(`\n${missed} ${missed === 1 ? 'goal' : 'goals'} missed`)
  if (failed.length > 0) console.log(`\nfailed: ${failed.join(', ')}`)
  return missed + failed.length > 0 ? 1 : 0
}

/** Reads the arguments. `given`: the options as they were typed. */
function readArguments(args: string[]): { names: string[]; options: Options; given: string[] } {
  const { values, positionals: names } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      customers: { type: 'string', default: '100000' },
      folder: { type: 'string' },
      gib: { type: 'string', default: '1' },
      peers: { type: 'boolean', default: false },
      rows: { type: 'string', default: '100000000' },
    },
  })
  const { customers, folder = null, gib, peers, rows } = values
  const options = { customers: Number(customers), folder, gib: Number(gib), peers, rows: Number(rows) }
  return { names, options, given: args.filter((argument) => !names.includes(argument)) }
}

async function runOne(name: string, options: Options): Promise<Figure[]> {
  const { bench }: { bench: Bench } = await import(join(folder, `${name}.bench.ts`))
  console.log(`\n${name}: ${bench.about}`)
  const rows: Row[] = []
  await bench.run({ row: (row) => void rows.push(row), note: (line: string) => console.log(`  ${line}`) }, options)
  return rows.map(figureOf)
}
