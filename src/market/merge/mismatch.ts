import type { Instrument } from '../instruments/instrument.ts'

/**
 * The reason why two instruments cannot be merged; null when they can. `catalogue`: every start restores the
 * instruments of the starter catalogue, so the merge has to go in the other direction.
 */
export function mismatchOf(from: Instrument, into: Instrument): 'same' | 'class' | 'currency' | 'catalogue' | null {
  if (from.id === into.id) return 'same'
  if (from.class !== into.class) return 'class'
  if (from.currency !== '' && into.currency !== '' && from.currency !== into.currency) return 'currency'
  return from.source === 'catalogue' ? 'catalogue' : null
}
