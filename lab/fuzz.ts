/**
 * `npm run fuzz [-- --minutes 10 --seed 1 --all]`: property-based fuzzing of the running product. `--all` then sends
 * every hostile input to every route, which takes hours. Exits with 1 if it found a fault or Schemathesis is missing.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { everyAttack } from '#lab/hostile/attacks.ts'
import { fuzzDocuments } from '#lab/hostile/documents.ts'
import { fuzz } from '#lab/hostile/fuzz.ts'
import { describeReport, emptyReport, type Report, send } from '#lab/hostile/onslaught.ts'
import { allEndpoints } from '#lab/hostile/routes.ts'
import { startTarget } from '#lab/hostile/target.ts'

/**
 * The share of the time for the documented calls, which Schemathesis tests. In the rest of the time, the library
 * fast-check tests pages, the stream and raw bytes.
 */
const documentsShare = 0.4
const folder = join(import.meta.dirname, '../test-results/fuzz')

process.exitCode = await main()

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { minutes: { type: 'string' }, seed: { type: 'string' }, all: { type: 'boolean' } },
  })
  const minutes = Number(values.minutes ?? 10)
  const seed = Number(values.seed ?? Date.now() % 1_000_000)
  if (!(minutes > 0) || !Number.isInteger(seed)) {
    process.stderr.write('npm run fuzz [-- --minutes 10 --seed 1 --all]\n')
    return 2
  }
  mkdirSync(folder, { recursive: true })
  const endpoints = await allEndpoints()
  await using target = await startTarget()
  console.log(`seed ${seed}`)
  const ends = Date.now() + minutes * 60_000
  const seconds = minutes * 60 * documentsShare
  const documents = await fuzzDocuments({ target, endpoints, seconds, seed, folder })
  const drawn = emptyReport()
  await fuzz(target, endpoints, seed, drawn, () => Date.now() < ends)
  const all = emptyReport()
  if (values.all) await send(target, everyAttack(endpoints), all)
  if (documents) show('schemathesis', documents)
  else console.log('schemathesis: not run, Python or the package is missing')
  show('fast-check', drawn)
  if (values.all) show('every input to every route', all)
  const isAlive = await target.isAlive()
  if (!isAlive) console.log('the product no longer answers')
  return documents && isAlive && [documents, drawn, all].every(isClean) ? 0 : 1
}

function isClean({ faults, blocks }: Report): boolean {
  return faults.length + blocks.length === 0
}

function show(name: string, report: Report): void {
  for (const { attack, status, body } of report.faults) console.log(`${status} ${attack}\n    ${body}`)
  for (const { attack, ms } of report.blocks) console.log(`${ms} ms of CPU time in one block: ${attack}`)
  console.log(`${name}: ${describeReport(report)}`)
}
