import type { Instrument } from '../instruments/instrument.ts'

/**
 * Why two instruments cannot be one; null when they can. `catalogue`: every start puts those of the starter catalogue in place
 * again, so that the merge has to go the other way round.
 */
export function mismatchOf(from: Instrument, into: Instrument): 'same' | 'class' | 'currency' | 'catalogue' | null {
  if (from.id === into.id) return 'same'
  if (from.class !== into.class) return 'class'
  if (from.currency !== '' && into.currency !== '' && from.currency !== into.currency) return 'currency'
  return from.source === 'catalogue' ? 'catalogue' : null
}
