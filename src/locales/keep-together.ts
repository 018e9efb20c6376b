/** In Chinese a number, a value to be filled in, the K of K 线 or the API of API 密钥 stays on one line with the word that follows it. */
export function keepTogether(text: string): string {
  return text.replace(/(\d|[}#]|\b(?:K|API)) (?=\p{Script=Han})/gu, '$1\u00a0')
}
