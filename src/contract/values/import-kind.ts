export const importKinds = [
  'bars',
  'ticks',
  'symbols',
  'aliases',
  'factors',
  'company',
  'fundamentals',
  'splits',
  'dividends',
  'ipos',
] as const
export type ImportKind = (typeof importKinds)[number]

/** The rules that a row of an imported file can break. */
export const rowReasons = [
  'not_a_number',
  'negative_price',
  'high_below_low',
  'outside_high_low',
  'negative_volume',
  'time_in_future',
  'time_out_of_range',
  'invalid_time',
  'misaligned_time',
  'missing_column',
  'extra_column',
  'not_exact',
  'duplicate',
  'outlier',
  'out_of_order',
  'crossed_quote',
  'invalid_side',
  'unknown_symbol',
  'unknown_class',
  'unknown_region',
  'invalid_symbol',
  'invalid_name',
  'invalid_alias',
  'invalid_period',
  'invalid_utf8',
  'control_character',
  'broken_quotes',
] as const
export type RowReason = (typeof rowReasons)[number]

/** Stored rows can have a reason of an earlier release that no longer exists. */
export function isRowReason(text: string): text is RowReason {
  return rowReasons.some((reason) => reason === text)
}
