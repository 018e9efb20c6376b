import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { GlobalFonts } from '@napi-rs/canvas'
import { type Locale, languages } from '#src/contract/locale.ts'

const { resolve } = createRequire(import.meta.url)
const latin = '@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2'
const mono = '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-600-normal.woff2'

type Subset = { file: string; family: string; ranges: [first: number, last: number][] }
type Fonts = { mono: string; sans(text: string, locale: Locale): string }

/**
 * Font families for `ctx.font`. A Chinese font has a hundred files; only files with characters of the text are loaded.
 */
export function openFonts(): Fonts {
  const loaded = new Set<string>()
  const load = (file: string, family: string) => {
    if (loaded.has(family)) return
    if (!GlobalFonts.registerFromPath(resolve(file), family)) throw new Error(`${file} is not a font`)
    loaded.add(family)
  }
  load(latin, 'Plex Sans')
  load(mono, 'Plex Mono')
  const subsets = new Map((['sc', 'hk'] as const).map((han) => [han, subsetsOf(`noto-sans-${han}`)]))
  return {
    mono: '"Plex Mono"',
    sans(text, locale) {
      const letters = [...text].map((letter) => letter.codePointAt(0) ?? 0).filter(isChinese)
      const needed = (subsets.get(languages[locale].han ?? 'sc') ?? []).filter(({ ranges }) =>
        letters.some((code) => ranges.some(([first, last]) => first <= code && code <= last)),
      )
      for (const { file, family } of needed) load(file, family)
      return ['Plex Sans', ...needed.map(({ family }) => family)].map((family) => `"${family}"`).join(', ')
    },
  }
}

function isChinese(code: number): boolean {
  return code >= 0x2e80
}

/**
 * Reads `unicode.json` of a Fontsource package. It lists the characters of each numbered file under the key `[n]`, in
 * the form of `unicode-range`.
 */
function subsetsOf(name: string): Subset[] {
  const folder = `@fontsource-variable/${name}`
  const list: Record<string, string> = JSON.parse(readFileSync(resolve(`${folder}/unicode.json`), 'utf8'))
  return Object.entries(list)
    .filter(([key]) => key.startsWith('['))
    .map(([key, ranges]) => ({
      file: `${folder}/files/${name}-${key.slice(1, -1)}-wght-normal.woff2`,
      family: `${name} ${key}`,
      ranges: ranges.split(',').map((range): [number, number] => {
        const [first = '', last = first] = range.slice('U+'.length).split('-')
        return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
      }),
    }))
}
