// This file is JavaScript, so that an old Node can run it and print the required version. It uses only features of
// Node 20.
import { readFileSync, statSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'

const nodeMin = 24
const root = join(import.meta.dirname, '..')

/** The list of the newest bundle: its folder, and its sources. `npm run compile` writes it. */
export const bundleList = join(root, 'build/product/bundle.json')

/**
 * Runs the program `name` of the bundle, or the one that `load` imports from the sources. An old Node prints the
 * required version instead.
 */
export async function startProgram(name, load) {
  if (Number(process.versions.node.split('.')[0]) < nodeMin) {
    process.stderr.write(
      `Tapewire needs Node ${nodeMin} or newer; this is Node ${process.versions.node}. Run "npm start", which brings the right one, or install Node ${nodeMin} (https://nodejs.org).\n`,
    )
    process.exitCode = 1
    return
  }
  cacheCompiledCode()
  // Code that `--import` loads before the program changes objects of the sources' modules.
  const folder = process.execArgv.includes('--import') ? null : freshBundle()
  const { run } = await (folder ? import(join(folder, `${name}.js`)) : load())
  process.exitCode = await run()
}

/**
 * Lets this process and its children read compiled code from a folder, because each start would otherwise compile a
 * thousand modules. If the folder is not writable, each start compiles them. Call it before any import.
 */
export function cacheCompiledCode() {
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compiled')
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
}

/** The folder of the newest bundle; null if a source has changed since. */
export function freshBundle() {
  try {
    const { folder, sources } = JSON.parse(readFileSync(bundleList, 'utf8'))
    return sources.every(isUnchanged) ? join(bundleList, '..', folder) : null
  } catch {
    return null
  }
}

/** The file with its time, ms, and its size, by which a change is noticed. */
export function sourceOf(file) {
  const { mtimeMs, size } = statSync(join(root, file))
  return [file, mtimeMs, size]
}

function isUnchanged([file, time, size]) {
  const [, mtimeMs, now] = sourceOf(file)
  // Files in the layers of an image keep only the seconds of their time.
  return now === size && (mtimeMs === time || mtimeMs === Math.floor(time / 1000) * 1000)
}
