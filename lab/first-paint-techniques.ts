/** One replacement in a file of the project; `from` must occur exactly once. */
export type Edit = { file: string; from: string; to: string }

/**
 * For each technique of a fast first paint, the edit that removes only this technique. The product has no switch for
 * it.
 */
export const techniques: Readonly<Record<string, Edit>> = {
  'late-scripts': {
    file: 'src/site/first-paint/late-scripts.ts',
    from: `parts.join(lateTag).replaceAll('<link rel="modulepreload"', '<link rel="late"')`,
    to: 'html',
  },
  'early-acts': {
    file: 'src/site/first-paint/head-script.ts',
    from: 'earlyActs}',
    to: "''}",
  },
}

/**
 * Removes the limit on script weight, because pages may be heavier without a technique, and their weight is measured.
 */
export const noBudget: Edit = {
  file: 'tools/script-weight.ts',
  from: 'const pageBytesMax = 133_800',
  to: 'const pageBytesMax = 10_000_000',
}

/** The files and folders that a build of the site needs, besides its packages. */
export const copied = [
  'content',
  'migrations',
  'package.json',
  'public',
  'react-router.config.ts',
  'sdk',
  'src',
  'tools/missing-words.ts',
  'tools/script-weight.ts',
  'tsconfig.json',
  'vite.config.ts',
]

export function edited(text: string, { file, from, to }: Edit): string {
  if (text.split(from).length !== 2) throw new Error(`${file} has not exactly one "${from}".`)
  return text.replace(from, () => to)
}
