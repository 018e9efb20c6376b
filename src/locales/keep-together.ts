/**
 * In Chinese a number, a placeholder, the K of K 线 or the API of API 密钥 stays on one line with the next word. In all
 * languages a range of numbers, such as 3–15, stays on one line.
 */
export function keepTogether(text: string): string {
  return text.replace(/(\d|[}#]|\b(?:K|API)) (?=\p{Script=Han})/gu, '$1\u00a0').replace(/(?<=\d)–(?=\d)/g, '–\u2060')
}
