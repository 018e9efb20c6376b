import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { contextFilter } from './dockerfile.ts'

let known: string[] | null = null

/** What the engine would be sent: the files that are not ignored, with changes that are not committed. */
export function contextFiles(): string[] {
  const isKept = contextFilter(readFileSync('deploy/Dockerfile.dockerignore', 'utf8'))
  const listed = () =>
    execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8', maxBuffer: 2 ** 26 })
  known ??= listed()
    .split('\n')
    .filter((file) => file !== '' && existsSync(file) && isKept(file))
  return known
}
