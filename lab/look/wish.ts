import { parseArgs } from 'node:util'
import { locales } from '#src/contract/locale.ts'
import { type ReadState, readStates } from './states.ts'

const allWidths = [320, 360, 600, 768, 900, 1024, 1100, 1280, 1440, 1920]
const allThemes = ['light', 'dark']

/** `pages`: parts of names. */
export type Wish = {
  pages: string[]
  widths: number[]
  themes: string[]
  languages: string[]
  states: ReadState[]
  pictures: boolean
}

/** Reads the arguments of `npm run look`. Throws if a theme, language or state is unknown or a width is no number. */
export function readWish(args: string[]): Wish {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args,
    options: {
      pages: text,
      widths: text,
      themes: text,
      languages: text,
      states: text,
      'no-pictures': { type: 'boolean' },
    },
  })
  const known = <T extends string>(value: string | undefined, all: readonly T[]): T[] =>
    value === undefined
      ? [...all]
      : value.split(',').map((name) => all.find((one) => one === name) ?? refuse(name, all))
  return {
    pages: values.pages?.split(',') ?? [''],
    widths:
      values.widths?.split(',').map((one) => (/^[1-9]\d*$/.test(one) ? Number(one) : refuse(one, allWidths))) ??
      allWidths,
    themes: known(values.themes, allThemes),
    languages: known(values.languages, locales),
    states: known(values.states, readStates),
    pictures: values['no-pictures'] !== true,
  }
}

function refuse(name: string, all: readonly (string | number)[]): never {
  throw new Error(`There is no "${name}". There are: ${all.join(', ')}.`)
}
