import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

/** The commit that counts as the last release until there is a release. */
const lastRelease = '31e88fb693cb5c2250ec18623303a3a0b7f8ff99'

const run = promisify(execFile)

/**
 * A checkout of the last release with its packages and its site. Installing takes minutes, so the checkout is kept.
 * `TAPEWIRE_LAST_RELEASE` names another checkout.
 */
export async function lastReleaseFolder(): Promise<string> {
  const given = process.env.TAPEWIRE_LAST_RELEASE
  if (given) return resolve(given)
  const kept = join('node_modules/.cache/releases', lastRelease)
  if (existsSync(kept)) return resolve(kept)
  const making = `${kept}.making`
  await rm(making, { recursive: true, force: true })
  await mkdir(join(making, '..'), { recursive: true })
  await run('git', ['clone', '--quiet', '--no-checkout', '.', making])
  await run('git', ['-C', making, 'checkout', '--quiet', lastRelease])
  await run(process.execPath, ['tools/setup.mjs', '--build'], { cwd: making, maxBuffer: 2 ** 26 })
  await rename(making, kept)
  return resolve(kept)
}

/** The commit of a checkout. */
export async function commitOf(folder: string): Promise<string> {
  return (await run('git', ['-C', folder, 'rev-parse', 'HEAD'])).stdout.trim()
}
