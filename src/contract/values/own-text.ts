/** What can be wrong with a text of the operator. */
export const textFaults = [
  'unknown_place',
  'too_large',
  'not_utf8',
  'no_head',
  'missing',
  'bad_date',
  'unknown_directive',
] as const
export type TextFaultName = (typeof textFaults)[number]

/** `at`: the field, date, directive or path that is meant; empty for the whole file. */
export type TextFault = { name: TextFaultName; at: string }
