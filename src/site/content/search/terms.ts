/** Words that say nothing about the subject of a question. */
const unspecific = new Set(
  'a about an and are as at be by can data do does for from get give go got has have historical history how i if in is it its me my of on or our say the their them there this to use want what when where which who why will with work you your'.split(
    ' ',
  ),
)
const unspecificHan =
  /如何|怎么样?|怎麼樣?|怎样|怎樣|什么|甚麼|什麼|为什么|為甚麼|为何|為何|哪里|哪裏|可以|能否|是否|请问|請問|我的|一下|历史|歷史|数据|數據|的|了|吗|嗎|呢|我/g

/** K 线 is one word of a Latin letter and a Chinese character. */
const chartLine = /(?<![a-z])k\s*[线線]/g
const wordOrHan = /[a-z0-9]+(?:[_@-][a-z0-9]+)*|\p{Script=Han}+/gu

/** The mark before a term that is a whole word with its ending. */
const whole = '='

/**
 * Whether a term is a whole word. Such terms only affect the order: `klines` finds `kline`, too, but after `klines`.
 */
export function isWhole(term: string): boolean {
  return term.startsWith(whole)
}

/**
 * The terms of a text: Latin words, both without and with their endings, and pairs of neighbouring Chinese characters.
 * A joined name such as `rate_limited` is a term, and so are its words.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = []
  for (const [run] of text.normalize('NFKC').toLowerCase().replaceAll(chartLine, ' kline ').matchAll(wordOrHan)) {
    if (run > '\u2e80') terms.push(...pairs(run))
    else if (/[_@-]/.test(run)) terms.push(run, ...run.split(/[_@-]/).map(stem))
    else terms.push(...forms(run))
  }
  return terms
}

function forms(word: string): string[] {
  const bare = stem(word)
  return bare === word ? [word] : [bare, whole + word]
}

/** The terms of a question, each once, without words that say nothing about its subject. */
export function questionTerms(question: string): string[] {
  const specific = question.toLowerCase().replace(unspecificHan, ' ')
  const words = specific.split(/\s+/).filter((word) => !unspecific.has(word))
  return [...new Set(termsOf(words.length > 0 ? words.join(' ') : question))]
}

function pairs(run: string): string[] {
  const signs = [...run]
  return signs.length === 1 ? signs : signs.slice(1).map((sign, index) => `${signs[index]}${sign}`)
}

/** `prices`, `priced` and `pricing` have the same stem. `code` and `codes` have the same stem. */
function stem(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word
  const bare = word.replace(/ies$/, 'y').replace(/(?:ing|ed|es|s|e)$/, '')
  return bare.length < 3 ? word : bare.replace(/([b-df-hj-np-rtvwxz])\1$/, '$1')
}
