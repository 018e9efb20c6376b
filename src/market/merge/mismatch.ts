import type { Instrument } from '../instruments/instrument.ts'

/**
 * The reason why two instruments cannot be merged; null if they can. `catalogue`: each start restores `from`, which is
 * in the starter catalogue, so only the opposite merge is possible.
 */
export function mismatchOf(from: Instrument, into: Instrument): 'same' | 'class' | 'currency' | 'catalogue' | null {
  if (from.id === into.id) return 'same'
  if (from.class !== into.class) return 'class'
  if (from.currency !== '' && into.currency !== '' && from.currency !== into.currency) return 'currency'
  return from.source === 'catalogue' ? 'catalogue' : null
}
