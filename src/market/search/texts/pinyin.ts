import table from './pinyin-readings.json' with { type: 'json' }

const first = 0x4e00
const han = /[\u4e00-\u9fa5]+/g

/** Words of instrument names with a character that is not read as usual. */
// biome-ignore format: a table
const words: Record<string, string> = {
  银行: 'YIN HANG', 工行: 'GONG HANG', 农行: 'NONG HANG', 建行: 'JIAN HANG', 中行: 'ZHONG HANG', 招行: 'ZHAO HANG', 商行: 'SHANG HANG', 行业: 'HANG YE',
  重庆: 'CHONG QING', 成都: 'CHENG DU', 首都: 'SHOU DU', 厦门: 'XIA MEN', 西藏: 'XI ZANG', 音乐: 'YIN YUE', 蚌埠: 'BENG BU', 番禺: 'PAN YU', 会计: 'KUAI JI',
}
const inWords = new RegExp(Object.keys(words).join('|'), 'g')

function readingOf(character: string): string {
  const at = (character.charCodeAt(0) - first) * 2
  return table.syllables[Number.parseInt(table.characters.slice(at, at + 2), 36)] ?? ''
}

/** The syllables of a name in simplified Chinese. Characters that are not Chinese are left out. */
export function syllablesOf(name: string): string[] {
  const syllables: string[] = []
  for (const [run] of name.matchAll(han)) {
    let at = 0
    for (const { 0: word, index } of run.matchAll(inWords)) {
      syllables.push(...Array.from(run.slice(at, index), readingOf), ...(words[word] ?? '').split(' '))
      at = index + word.length
    }
    syllables.push(...Array.from(run.slice(at), readingOf))
  }
  return syllables
}

/** The spellings that people type for a Chinese name: `TENGXUNKONGGU`, `TXKG`. Empty for fewer than two syllables. */
export function pinyinOf(folded: string): string[] {
  const syllables = syllablesOf(folded)
  if (syllables.length < 2) return []
  return [syllables.join(''), syllables.map((syllable) => syllable.slice(0, 1)).join('')]
}
