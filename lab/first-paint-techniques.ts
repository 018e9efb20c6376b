/** One replacement in a file of the project; `from` must occur exactly once. */
export type Edit = { file: string; from: string; to: string }

/**
 * For each technique of a fast first paint, the edit that removes only this technique. The product itself has no such
 * switch.
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

/** Pages may be heavier without a technique; the weight is measured. */
export const noBudget: Edit = {
  file: 'tools/script-weight.ts',
  from: 'const pageBytesMax = 132_000',
  to: 'const pageBytesMax = 10_000_000',
}

/** The text with the edit. Throws if the code no longer contains `from`. */
export function edited(text: string, { file, from, to }: Edit): string {
  if (text.split(from).length !== 2) throw new Error(`${file} has not exactly one "${from}".`)
  return text.replace(from, () => to)
}
