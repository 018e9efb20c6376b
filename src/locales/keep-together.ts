/** In Chinese a number, a value to be filled in, or the K of K 线 stays on one line with the word that follows it. */
export function keepTogether(text: string): string {
  return text.replace(/(\d|[}#]|\bK) (?=\p{Script=Han})/gu, '$1\u00a0')
}
