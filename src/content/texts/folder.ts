import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { TextFault } from '#src/contract/values/own-text.ts'
import { type OwnFile, readOwnText } from './own-text.ts'

const bytesMax = 256 * 1024
const filesMax = 1_000

type Found = { path: string; size: number; changedAt: number }

/**
 * Reads and checks the Markdown files of a folder, except hidden files. Files after the first `filesMax` by path have a
 * fault. Throws if the folder cannot be read.
 */
export async function readFolder(folder: string): Promise<OwnFile[]> {
  const found = await filesAt(folder, await pathsOf(folder))
  const read = found.slice(0, filesMax).map((file) => readOne(folder, file))
  const others = found.slice(filesMax).map((file) => refused(file, { name: 'too_many', at: String(filesMax) }))
  return [...(await Promise.all(read)), ...others]
}

/** The paths, sizes and times of change of the files, as a text. A different text means that the folder has changed. */
export async function signatureOf(folder: string): Promise<string> {
  const paths = await pathsOf(folder)
  const found = await filesAt(folder, paths.slice(0, filesMax))
  return [...found.map(({ path, size, changedAt }) => `${path} ${size} ${changedAt}`), paths.length].join('\n')
}

async function pathsOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.split('/').some((part) => part.startsWith('.')))
    .sort()
}

function filesAt(folder: string, paths: readonly string[]): Promise<Found[]> {
  return Promise.all(
    paths.map(async (path) => {
      const { size, mtimeMs } = await stat(join(folder, path))
      return { path, size, changedAt: Math.floor(mtimeMs) }
    }),
  )
}

async function readOne(folder: string, file: Found): Promise<OwnFile> {
  const { path, size, changedAt } = file
  if (size > bytesMax) return refused(file, { name: 'too_large', at: `${bytesMax / 1024} KiB` })
  return readOwnText(path, await readFile(join(folder, path)), changedAt)
}

function refused({ path, changedAt }: Found, fault: TextFault): OwnFile {
  return { path, changedAt, source: '', text: null, faults: [fault] }
}
