export const separators = [',', ';', '\t', '|'] as const
export type Separator = (typeof separators)[number]

export const decimalMarks = ['.', ','] as const
export type DecimalMark = (typeof decimalMarks)[number]

/** Marks between groups of three digits; the empty text: the numbers have no groups. */
export const groupMarks = ['', ',', '.', ' ', "'"] as const
export type GroupMark = (typeof groupMarks)[number]

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'gb18030'] as const
export type Encoding = (typeof encodings)[number]

export const timeUnits = ['s', 'ms', 'us', 'ns'] as const
export type TimeUnit = (typeof timeUnits)[number]

/** The order of year, month and day in a date. */
export const dateOrders = ['ymd', 'dmy', 'mdy'] as const
export type DateOrder = (typeof dateOrders)[number]

/** Facts that a person states about a text file; they take precedence over the facts that the file shows. */
export type ReadingOptions = {
  separator?: Separator | undefined
  decimal?: DecimalMark | undefined
  groups?: GroupMark | undefined
  encoding?: Encoding | undefined
  /** `text`: dates and clock times, even if they consist of digits only. */
  times?: TimeUnit | 'text' | undefined
  dates?: DateOrder | undefined
  zone?: string | undefined
}

/** How a file is read. The person gets one sentence with these facts before the first row. */
export type Reading = {
  /** Null: the file is not a text file but, for example, Parquet. */
  separator: Separator | null
  decimal: DecimalMark
  groups: GroupMark
  encoding: Encoding
  /** `text`: dates and clock times; `mixed`: numbers of several units. */
  times: TimeUnit | 'text' | 'mixed'
  dates: DateOrder
  /** The zone that applies to times without a zone. */
  zone: string
  /** Whether daily bars have local times of `zone`. Only their dates count. */
  isLocalDays: boolean
  /** Whether the first rows name the columns. */
  isNamed: boolean
  hasVolume: boolean
  /** The power of ten by which volumes are multiplied: 2 for lots of a hundred. */
  volumePower: number
  turnoverPower: number
  /** The power of ten by which prices are multiplied: -9 for billionths. */
  pricePower: number
}

/** The columns that an import knows. `clock`: the time of day, if the date is in another column. */
export const columnNames = [
  'time',
  'clock',
  'open',
  'high',
  'low',
  'close',
  'volume',
  'turnover',
  'price',
  'size',
  'side',
  'bid',
  'ask',
  'code',
] as const
export type ColumnName = (typeof columnNames)[number]
