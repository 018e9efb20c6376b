import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const folders = ['ccxt/dist', 'lucide-react/dist/cjs', 'lucide-react/dist/umd']

/**
 * Whether neither the product nor the build of its site reads a file below `node_modules`. Such files are a fifth of
 * the files that npm installs. The build compiles the client packages, so the compiler and the types of Node stay. All
 * licences stay.
 */
export function isUnread(path) {
  if (/^(@?typescript|@types|undici-types)\//.test(path) || /(licen[cs]e|notice|copying)[^/]*$/i.test(path))
    return false
  return /\.(map|md|bare|[cm]?ts)$/.test(path) || /^node-[^/]+\/include\//.test(path) || isInFolder(path)
}

function isInFolder(path) {
  return folders.some((folder) => path.startsWith(`${folder}/`))
}

export function removeUnread() {
  for (const entry of readdirSync('node_modules', { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && isUnread(path.slice('node_modules/'.length))) rmSync(path)
  }
}
