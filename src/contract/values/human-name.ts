/** Longest names that people may give, in characters (code points). */
export const nameMax = { key: 64, passkey: 64, layout: 60, note: 200 } as const

export type NameReading = { kind: 'ok'; name: string } | { kind: 'empty' | 'too_long' | 'invalid' }

/**
 * The maximum number of UTF-16 units in the raw text per allowed character. Blanks around names and letters that NFC
 * composes make the raw text longer than the stored name.
 */
const unitsPerCharacter = 4

/**
 * Matches a visible character. Unicode counts combining marks, Hangul fillers and the Braille blank as letters or
 * symbols, but they are invisible.
 */
const visible = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u
/**
 * Matches invisible characters that a name must not contain. Joiners and variation selectors are allowed, because
 * emoji and some scripts need them.
 */
const hiding =
  /[\u034f\u17b4\u17b5\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\ufffe\uffff]/u
/** Matches more combining marks in a row than any script puts on one letter. */
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
