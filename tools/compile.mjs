// `npm start` runs this after a change. It imports all modules that a start or a command can load, so that the cache of compiled
// code has them: a process that finds a module missing there loads Node's compiler of TypeScript, too.
import { cacheCompiledCode } from '../src/start-program.mjs'

cacheCompiledCode()
const { importsOf, productFiles } = await import('./import-graph.ts')

const started = ['src/run.ts', 'src/cli/command-line.ts']
const imported = productFiles()
  .filter(({ file }) => !/^(src\/site|sdk)\//.test(file))
  .flatMap(({ file, text }) => importsOf(file, text))
  .filter(({ to, typeOnly }) => /^src\/.*\.ts$/.test(to) && !typeOnly)
const others = ['build/server/index.js', 'src/accounts/factors/hash-worker.ts']
for (const file of new Set([...started, ...imported.map(({ to }) => to), ...others])) await import(`../${file}`)
process.exit()
