import type { Said } from '../../acts/console-action.server.ts'

type Was = { line: number; version: number; cells: string[]; width: number }

/** The rows of the grid whose cells were changed. Empty fields beyond the row's own cells are left out. */
export function changedRows({ all, raw }: Pick<Said, 'all' | 'raw'>) {
  return all('was').flatMap((text) => {
    const { line, version, cells: before }: Was = JSON.parse(text)
    const cells = raw(`cells-${line}`)
    while (cells.length > before.length && cells.at(-1) === '') cells.pop()
    return cells.length === 0 || JSON.stringify(cells) === JSON.stringify(before) ? [] : [{ line, version, cells }]
  })
}
