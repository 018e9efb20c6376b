import { pinyin } from 'pinyin-pro'
import { expect, test } from 'vitest'
import { starterAliases } from '../../catalogue/aliases/aliases.ts'
import { starterInstruments } from '../../catalogue/starter.ts'
import { fold } from './fold.ts'
import { pinyinOf, syllablesOf } from './pinyin.ts'

const more =
  '重庆啤酒 成都银行 首都在线 厦门钨业 西藏药业 长江电力 腾讯音乐 蚌埠玻璃 重工 行业 乐视 大同煤业 会计师 石药集团 番禺'

test('the pinyin syllables of a Chinese name equal the reading of the whole name by the library pinyin-pro', () => {
  const names = [
    ...starterInstruments(0).flatMap(({ nameCn, nameHk }) => [nameCn ?? '', nameHk ?? '']),
    ...starterAliases().map(({ alias }) => alias),
    ...more.split(' '),
  ]
  const read = (name: string) =>
    pinyin(name, { toneType: 'none', type: 'array', v: true, nonZh: 'removed' }).map((one) => one.toUpperCase())
  const chinese = [...new Set(names.map(fold))].filter((name) => /\p{Script=Han}/u.test(name))
  expect(chinese.length).toBeGreaterThan(600)
  // The library does not know this short name of a bank.
  const short = '招行'
  expect(syllablesOf(short)).toEqual(['ZHAO', 'HANG'])
  for (const name of chinese.filter((one) => one !== short))
    expect([name, syllablesOf(name)]).toEqual([name, read(name)])
})

test.each([
  ['腾讯控股', ['TENGXUNKONGGU', 'TXKG']],
  ['阿里巴巴-W', ['ALIBABA', 'ALBB']],
  ['吕梁', ['LVLIANG', 'LL']],
  ['APPLE', []],
  ['涨', []],
])('the pinyin spellings of the name %s are %j', (name, typed) => {
  expect(pinyinOf(name)).toEqual(typed)
})
