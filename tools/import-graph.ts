import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** `to`: a file of the project or the name of a package. */
export type Import = { from: string; to: string; typeOnly: boolean; relative: boolean }

const statement =
  /^(?:import|export)\b(?:(?<type> type\b)?[^'";]*?\bfrom)? ?'(?<specifier>[^']+)'|\bimport\('(?<lazy>[^']+)'\)/gm

/** The non-test source files of the product with their text. */
export function productFiles(): { file: string; text: string }[] {
  const files = globSync(['src/**/*.{ts,tsx}', 'sdk/**/*.ts']).filter((file) => !/\.test\.tsx?$/.test(file))
  return files.map((file) => ({ file, text: readFileSync(file, 'utf8') }))
}

export function importsOf(from: string, text: string): Import[] {
  return [...text.matchAll(statement)].map(({ groups = {} }) => {
    const specifier = groups.specifier ?? groups.lazy ?? ''
    const relative = specifier.startsWith('.')
    const to = relative ? join(dirname(from), specifier) : specifier.replace(/^#/, '')
    return { from, to, typeOnly: groups.type !== undefined, relative }
  })
}

/** Whether a relative import leaves its module (a top source folder). Biome's patterns do not cover such imports. */
export function leavesItsModule({ from, to, relative }: Import): boolean {
  const moduleOf = (path: string) =>
    path
      .split('/')
      .slice(0, path.startsWith('src/') ? 2 : 1)
      .join('/')
  return relative && dirname(from) !== 'src' && dirname(to) !== '.' && moduleOf(from) !== moduleOf(to)
}

/**
 * The imports as imports between folders. A domain's `settings.ts` imports nothing from its domain, so imports of
 * `settings.ts` are ignored.
 */
export function folderImports(imports: Import[]): Import[] {
  const ours = imports.filter(({ to }) => /^(src|sdk)\//.test(to) && !isDomainSettings(to))
  return ours.map((one) => ({ ...one, from: dirname(one.from), to: dirname(one.to) }))
}

function isDomainSettings(file: string): boolean {
  return /^src\/(?!platform\/)[^/]+\/settings\.ts$/.test(file)
}

/** The folders that directly contain more than 12 of `files`. */
export function crowdedFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  return [...counts].flatMap(([folder, count]) => (count > 12 ? [folder] : []))
}

/** The largest groups of names that import each other, directly or not (Tarjan). Each group is sorted. */
export function circles(imports: Import[]): string[][] {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of imports) if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to))
  const index = new Map<string, number>()
  const open: string[] = []
  const found: string[][] = []

  const visit = (name: string): number => {
    index.set(name, index.size)
    let lowest = index.size - 1
    open.push(name)
    for (const other of next.get(name) ?? []) {
      if (!index.has(other)) lowest = Math.min(lowest, visit(other))
      else if (open.includes(other)) lowest = Math.min(lowest, index.get(other) ?? lowest)
    }
    if (lowest === index.get(name)) {
      const circle = open.splice(open.indexOf(name))
      if (circle.length > 1) found.push(circle.sort())
    }
    return lowest
  }
  for (const name of next.keys()) if (!index.has(name)) visit(name)
  return found.sort()
}
