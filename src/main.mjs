// JavaScript, so that a Node that knows no TypeScript can read it and say what it needs. It uses nothing that Node 20 does not have.
import module from 'node:module'
import { join } from 'node:path'

const nodeMin = 24

if (Number(process.versions.node.split('.')[0]) < nodeMin) {
  process.stderr.write(
    `Tapewire needs Node ${nodeMin} or newer; this is Node ${process.versions.node}. Run "npm start", which brings the right one, or install Node ${nodeMin} (https://nodejs.org).\n`,
  )
  process.exitCode = 1
} else {
  // First of all, for this process and its children: otherwise each start compiles a thousand modules. A folder that
  // cannot be written costs only this time.
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/compiled')
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
  const { run } = await import('./run.ts')
  process.exitCode = await run()
}
