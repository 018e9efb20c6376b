import { Converter } from 'opencc-js/t2cn'

const toSimplified = Converter({ from: 't', to: 'cn' })
const beyondAscii = /[\u0080-\uffff]/
const han = /\p{Script=Han}/u
const accents = /\p{M}+/gu

/** The common form of names and queries: upper case, no accents, simplified Chinese. */
export function fold(text: string): string {
  const upper = text.trim().toUpperCase().replaceAll('\u0000', '')
  if (!beyondAscii.test(upper)) return upper
  const plain = upper.normalize('NFKD').replaceAll(accents, '').normalize('NFC')
  return han.test(plain) ? toSimplified(plain) : plain
}

/** An alias without the characters that people write differently, such as spaces, points and `&`. */
export function aliasKey(folded: string): string {
  return folded.replaceAll(/[^\p{L}\p{N}]+/gu, '')
}
