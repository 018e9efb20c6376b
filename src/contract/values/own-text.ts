export const textFaults = [
  'unknown_place',
  'too_large',
  'too_many',
  'not_utf8',
  'no_head',
  'missing',
  'bad_date',
  'unknown_directive',
  'unknown_text',
  'unknown_section',
  'bad_text',
] as const
export type TextFaultName = (typeof textFaults)[number]

/** `at`: the field, date, directive or path with the problem; empty when the whole file has it. */
export type TextFault = { name: TextFaultName; at: string }
