// This file is JavaScript, so that an old Node can run it and print the required version. It uses only features of
// Node 20.
import module from 'node:module'
import { join } from 'node:path'

const nodeMin = 24

/** Runs the program that `load` imports. An old Node prints the required version instead. */
export async function startProgram(load) {
  if (Number(process.versions.node.split('.')[0]) < nodeMin) {
    process.stderr.write(
      `Tapewire needs Node ${nodeMin} or newer; this is Node ${process.versions.node}. Run "npm start", which brings the right one, or install Node ${nodeMin} (https://nodejs.org).\n`,
    )
    process.exitCode = 1
    return
  }
  cacheCompiledCode()
  const { run } = await load()
  process.exitCode = await run()
}

/**
 * Lets this process and its children read compiled code from a folder, because each start would otherwise compile a
 * thousand modules. If the folder is not writable, each start compiles them. Call it before any import.
 */
export function cacheCompiledCode() {
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/compiled')
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
}
