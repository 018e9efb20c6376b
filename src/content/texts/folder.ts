import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { type OwnFile, readOwnText } from './own-text.ts'

const bytesMax = 256 * 1024
const filesMax = 1_000

type Found = { path: string; size: number; changedAt: number }

/**
 * Reads and checks the Markdown files of a folder, except hidden files; at most the first `filesMax` by path. Throws if
 * the folder cannot be read.
 */
export async function readFolder(folder: string): Promise<OwnFile[]> {
  const found = await filesOf(folder)
  return Promise.all(found.map((file) => readOne(folder, file)))
}

/** The path, size and time of change of each file, as a text. A different text means that the folder has changed. */
export async function signatureOf(folder: string): Promise<string> {
  return (await filesOf(folder)).map(({ path, size, changedAt }) => `${path} ${size} ${changedAt}`).join('\n')
}

async function filesOf(folder: string): Promise<Found[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.split('/').some((part) => part.startsWith('.')))
    .sort()
    .slice(0, filesMax)
  return Promise.all(
    paths.map(async (path) => {
      const { size, mtimeMs } = await stat(join(folder, path))
      return { path, size, changedAt: Math.floor(mtimeMs) }
    }),
  )
}

async function readOne(folder: string, { path, size, changedAt }: Found): Promise<OwnFile> {
  if (size > bytesMax)
    return { path, changedAt, source: '', text: null, faults: [{ name: 'too_large', at: `${bytesMax / 1024} KiB` }] }
  return readOwnText(path, await readFile(join(folder, path)), changedAt)
}
