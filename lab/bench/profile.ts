/**
 * `node lab/bench/profile.ts <file>.cpuprofile <seconds>` prints the share of each function, without its callees, in
 * the last busy seconds of a CPU profile, the greatest first.
 */
import { readFileSync } from 'node:fs'

type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples: number[]
  timeDeltas: number[]
}

const shownMin = 0.01

const [file = '', seconds = '4'] = process.argv.slice(2)
const { nodes, samples, timeDeltas }: Profile = JSON.parse(readFileSync(file, 'utf8'))
const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]))
const own = new Map<string, number>()
let busy = 0
for (let n = samples.length - 1; n >= 0 && busy < Number(seconds) * 1e6; n -= 1) {
  const name = names.get(samples[n] ?? 0) ?? ''
  const spent = timeDeltas[n] ?? 0
  if (name === '(idle)') continue
  busy += spent
  own.set(name, (own.get(name) ?? 0) + spent)
}
for (const [name, spent] of [...own].sort((a, b) => b[1] - a[1])) {
  if (spent / busy >= shownMin) console.log(`| ${((100 * spent) / busy).toFixed(1)} % | ${name} |`)
}

function nameOf({ functionName, url, lineNumber }: Profile['nodes'][number]['callFrame']): string {
  const modulePath = url.replace(/^.*\/(?=(?:src|bench|node_modules)\/)/, '').replace(/^node:/, '')
  return `${functionName || '(anonymous)'}${modulePath && ` · ${modulePath}:${lineNumber + 1}`}`
}
