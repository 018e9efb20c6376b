// This file is JavaScript, so that an old Node can run it and print the required version. It uses only features of
// Node 20.
import module from 'node:module'
import { join } from 'node:path'

const nodeMin = 24

if (Number(process.versions.node.split('.')[0]) < nodeMin) {
  process.stderr.write(
    `Tapewire needs Node ${nodeMin} or newer; this is Node ${process.versions.node}. Run "npm start", which brings the right one, or install Node ${nodeMin} (https://nodejs.org).\n`,
  )
  process.exitCode = 1
} else {
  // Set before any import, for this process and its children, because each start would otherwise compile a thousand
  // modules. If the folder is not writable, each start compiles them.
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/compiled')
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
  const isPart = (name) => process.argv.includes(`--part=${name}`)
  const { run } = isPart('import')
    ? await import('./roles/processes/import-process.ts')
    : isPart('rehearsal')
      ? await import('./roles/restore/rehearsal-process.ts')
      : await import('./run.ts')
  process.exitCode = await run()
}
