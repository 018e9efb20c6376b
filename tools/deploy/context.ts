import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { contextFilter } from './dockerfile.ts'

let known: string[] | null = null

/** The build context: files of the checkout that are not ignored, including uncommitted changes. */
export function contextFiles(): string[] {
  const isKept = contextFilter(readFileSync('deploy/Dockerfile.dockerignore', 'utf8'))
  const listed = () =>
    execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8', maxBuffer: 2 ** 26 })
  known ??= listed()
    .split('\n')
    .filter((file) => file !== '' && existsSync(file) && isKept(file))
  return known
}
