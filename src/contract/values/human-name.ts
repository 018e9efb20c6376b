/** How many characters (code points) the names that people give may have. */
export const nameMax = { key: 64, passkey: 64, layout: 60, note: 200 } as const

/** What a person wrote as a name: clean, or why not. */
export type NameReading = { kind: 'ok'; name: string } | { kind: 'empty' | 'too_long' | 'invalid' }

/** UTF-16 units of raw text for each character: room for blanks around a name and for letters that compose. */
const unitsPerCharacter = 4

/** Combining marks, fillers of Hangul and the Braille blank are letters or symbols, but invisible on their own. */
const visible = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u
/** Controls, line ends, marks of direction and blanks without width. Joiners and variation selectors belong to emoji and scripts. */
const hiding =
  /[\u034f\u17b4\u17b5\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\ufffe\uffff]/u
/** More marks on one letter than any script writes. */
const stacked = /\p{M}{9}/u

/**
 * A name as it is kept: composed (NFC), without blanks around it, of at most `max` characters. The raw length is judged first,
 * since composing and matching a long text costs time.
 */
export function readName(text: string, max: number): NameReading {
  const start = text.slice(0, max * unitsPerCharacter)
  if (!isVisible(start)) return { kind: 'empty' }
  if (start.length < text.length) return { kind: 'too_long' }
  const name = text.normalize('NFC').trim()
  if (hiding.test(name) || stacked.test(name)) return { kind: 'invalid' }
  return [...name].length > max ? { kind: 'too_long' } : { kind: 'ok', name }
}

/** Whether there is anything to see in a text. */
export function isVisible(text: string): boolean {
  return visible.test(text)
}
