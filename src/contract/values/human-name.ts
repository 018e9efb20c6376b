/** Longest names that people may give, in characters (code points). */
export const nameMax = { key: 64, passkey: 64, layout: 60, note: 200 } as const

export type NameReading = { kind: 'ok'; name: string } | { kind: 'empty' | 'too_long' | 'invalid' }

/** UTF-16 units of raw text per character: more than one, for blanks around names and composing letters. */
const unitsPerCharacter = 4

/** Combining marks, Hangul fillers and the Braille blank are letters or symbols in Unicode, but invisible. */
const visible = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u
/** Joiners and variation selectors are allowed: emoji and some scripts need them. */
const hiding =
  /[\u034f\u17b4\u17b5\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\ufffe\uffff]/u
/** More combining marks on one letter than any script uses. */
const stacked = /\p{M}{9}/u

/**
 * The name as it is stored: composed (NFC), trimmed, at most `max` characters. The raw length is checked first,
 * because composing and matching a long text costs time.
 */
export function readName(text: string, max: number): NameReading {
  const start = text.slice(0, max * unitsPerCharacter)
  if (!isVisible(start)) return { kind: 'empty' }
  if (start.length < text.length) return { kind: 'too_long' }
  const name = text.normalize('NFC').trim()
  if (hiding.test(name) || stacked.test(name)) return { kind: 'invalid' }
  return [...name].length > max ? { kind: 'too_long' } : { kind: 'ok', name }
}

export function isVisible(text: string): boolean {
  return visible.test(text)
}
