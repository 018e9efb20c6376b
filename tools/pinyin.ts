/** Writes the usual reading of each Chinese character for the symbol search: `node tools/pinyin.ts`. */
import { writeFileSync } from 'node:fs'
import { pinyin } from 'pinyin-pro'

const first = 0x4e00
const last = 0x9fa5

export function readingTable(): { syllables: string[]; characters: string } {
  const readings: string[] = []
  for (let code = first; code <= last; code += 1) {
    const read = pinyin(String.fromCharCode(code), { toneType: 'none', v: true }).toUpperCase()
    readings.push(/^[A-Z]+$/.test(read) ? read : '')
  }
  const syllables = [...new Set(readings)].sort()
  const characters = readings.map((read) => syllables.indexOf(read).toString(36).padStart(2, '0')).join('')
  return { syllables, characters }
}

if (import.meta.main)
  writeFileSync(
    new URL('../src/market/search/texts/pinyin-readings.json', import.meta.url),
    `${JSON.stringify(readingTable(), null, 2)}\n`,
  )
