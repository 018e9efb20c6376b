import type { ProblemName } from '#src/contract/errors.ts'

/**
 * A sentence for each mistake in a document that a person sends. `place`: a plan and its field, such as
 * `integrated-base: "price"`.
 */
export default {
  not_a_document: 'This is no document of plans: it must be a JSON object.',
  unknown_field: '{place} is not a field of it.',
  missing_field: '{place} is missing.',
  wrong_type:
    '{place} must be {type, select, string {a text in quotes} number {a number} boolean {true or false} array {a list} other {an object}}.',
  not_whole: '{place} must be a whole number.',
  too_small: '{place} must be at least {min}.',
  too_big: '{place} must be at most {max}.',
  too_few: '{place} must have at least {min, plural, one {# entry} other {# entries}}.',
  too_many: '{place} must have at most {max, plural, one {# entry} other {# entries}}.',
  not_a_plan_id: '{place} must be a market and a tier, for instance "stock-us-premium".',
  not_a_price: '{place} must be an amount with two decimals in quotes, for instance "99.00".',
  not_one_of: '{place} must be one of {allowed}.',
  not_a_plan_name: '{place} must be a name of 1 to 40 characters without braces and angle brackets.',
  name_untranslated: '{place} has no name in {language}.',
  plan_twice: '{plan} stands in "plans" more than once.',
  plan_missing: '{plan} is missing: every account begins with it.',
  plan_unknown: '{plan} is not a plan that this product knows.',
  class_foreign: '{place} names {class}, which its market does not cover.',
  value_twice: '{place} names {value} more than once.',
  price_not_null: '{place} must be null; the operator grants this plan.',
  price_not_free: '{place} must be "0.00".',
  price_not_positive: '{place} must be above zero.',
  price_falls: '{place} is below that of {other}.',
  delay_too_long: '{place} is {delay}, and live events are kept for {max} seconds only.',
  accent_pale: '{colour} cannot be seen on the light pages: its contrast is {contrast}, and 1.5 is needed.',
  accent_unreadable: 'Neither dark nor white texts can be read on {colour}: their contrast is below 4.5.',
  picture_large: 'The file has {size} KiB; at most {max} are allowed.',
  picture_kind: 'The file is neither SVG nor PNG.',
  picture_broken: 'The file is damaged.',
  picture_part: 'The SVG has {part}, which is not allowed in it.',
  picture_outside: 'The SVG loads something from elsewhere: {address}.',
  picture_size: 'The picture measures {width} × {height}; {needed} is needed.',
  picture_square: 'An icon must be square; this one measures {width} × {height}.',
  picture_faint:
    'Only {share}% of the picture stands out from the {theme, select, dark {dark} other {light}} pages (contrast 3); {needed}% is needed.',

  sweep_columns: 'The first line must name the columns {columns}.',
  sweep_not_json: 'Line {line} is not a JSON object.',
  sweep_twice: 'Line {line} says the same as line {other}.',
  sweep_recorded: 'Line {line} is recorded already, with {amount} USDT.',
  sweep_network: 'Line {line} names the network "{network}", which is not set up here.',
  sweep_address: 'Line {line} names {address}, which is no deposit address of {network}.',
  sweep_hash: 'Line {line} has no transaction hash: {hash}.',
  sweep_amount: 'Line {line} has no amount in USDT: {amount}.',
  sweep_too_much: 'Line {line} takes {amount} USDT more than is there.',

  file_name:
    'The name does not say what the file holds. Name it like stock-us-AAPL-1d.csv.gz, or give class, region, code and interval.',
  file_interval: '{interval} is not an interval.',
  file_symbol: '{code}: The symbol is not written correctly. Send a code such as AAPL, 700 or BTCUSD.',
  file_no_interval: 'The name does not say the interval, such as 1m or 1d. Add it, or give it.',
  file_columns: 'The first line must name the columns {columns}.',
  file_line_too_long: 'The file has a line of more than 1 MiB: it is no table.',
  file_missing: 'The file cannot be read: {reason, select, ENOENT {there is no such file} other {{reason}}}.',
  file_not_dbn: 'The file is not DBN of version 1, 2 or 3.',
  file_dbn_schema:
    'The file holds records of another kind. Bars are read from ohlcv-1m, ohlcv-1h and ohlcv-1d, into the same interval; ticks from trades, tbbo, mbp-1, bbo and their consolidated kinds.',
  file_not_parquet: 'The Parquet file cannot be read ({reason}).',
  file_parquet_columns: 'The file has {count} columns; at most {max} are read.',
  file_parquet_group:
    'A row group of the file has more than {values} values or {mib} MiB. Write the file with smaller row groups, such as 100,000 rows.',
  file_unpacks_too_far: 'The file unpacks to more than {ratio} times its size: it is no table.',
  file_rows_refused:
    '{count} rows in a row were refused, up to line {line}: this is no file of this kind. Rows before them are kept.',
  file_too_many_rows: 'The file has more than {max} rows. Divide it. Rows before the limit are kept.',
  file_cut_off: 'The file cannot be read to its end ({reason}). What was read before is kept.',
  file_incomplete: 'The file is not complete on this machine.',
  file_empty: 'The file is empty.',
  file_no_rows: 'The file has the names of columns and no rows.',
  file_format:
    'The file is no table of text: it is {format, select, zip {a ZIP archive or an Excel workbook; unpack it, or save it as CSV} xls {an Excel workbook; save it as CSV} bzip2 {packed with bzip2; unpack it} xz {packed with xz; unpack it} gzip {packed with gzip twice; unpack it} zstd {packed with zstd twice; unpack it} arrow {an Arrow file; save it as Parquet or CSV} pdf {a PDF} html {a web page, perhaps the error page of a download} json {JSON; save it as CSV} other {binary}}.',
  file_no_table: 'The file is no table. It begins with “{line}”; rows have at least three cells.',
  file_names_unknown:
    'The columns of the file are not known. It is separated by {separator, select, comma {commas} semicolon {semicolons} tab {tabs} other {vertical bars}} and begins with {names}. Name them with --map time=…,open=….',
  file_columns_missing:
    'The file lacks a column for {missing}. It is separated by {separator, select, comma {commas} semicolon {semicolons} tab {tabs} other {vertical bars}} and has {names}. Name the columns with --map.',
  file_columns_unnamed:
    'The file does not name its {count, number} columns, and their order is not known. Add a first line with names, or give their positions with --map.',
  file_column_twice: 'Two columns of the file have the name {column}. Rename one.',
  file_columns_two:
    'The columns {first} and {second} can both be {column}. Say which it is: --map {column}={first} or --map {column}={second}, with the other columns.',
  file_ticks_unnamed:
    'The file does not name its columns, and the numbers can be price and size or bid and ask. Add a first line: time,price,size or time,bid,ask.',
  file_separators:
    'Line {line, number} can be separated by {first, select, comma {commas} semicolon {semicolons} tab {tabs} other {vertical bars}} or by {second, select, comma {commas} semicolon {semicolons} tab {tabs} other {vertical bars}}. Say which it is: --separator {first} or --separator {second}.',
  file_marks:
    'The number {text} can be {whole} or {fraction}. Say which it is: --decimal "{other}" or --decimal "{mark}".',
  file_dates: 'The date {text} can be {first} or {second}. Say which it is: --dates dmy or --dates mdy.',
  file_dates_mixed:
    'The dates of the file have the day first in some rows and the month first in others, such as {text}.',
  file_times: 'No row has a time that can be read. The first one says “{text}”.',
  file_time_digits:
    'The time {text} can be the date {date} or the milliseconds of {instant}. Say which it is: --times text or --times ms.',
  file_day_times:
    'The bars of days are stamped at different times, such as {text} UTC, which is no midnight in {zone}. Say in which zone they begin: --zone Europe/London.',
  file_other_code: 'The rows of the file are of {codes}, not of {code}. Name the file after them, or give --code.',
  file_no_code:
    'Neither the name of the file nor a column says the instrument. Name it like stock-us-AAPL-1d.csv, or give --code.',
  file_nothing_taken:
    'None of the {rows, plural, one {# row} other {# rows}} was taken. {line, select, 0 {No row is of this instrument} other {Line {line}: {reason}}}.',
  file_other: 'The file was refused: {reason}.',
  import_failed: 'The import failed. The log says why.',
  import_broke_off: 'The process that read the file ended before it was done. The rows until then are stored.',
  import_memory: 'Reading the file takes more than {mib} MiB of memory. Divide it.',
  import_time: 'Reading the file takes too long: {seconds} s passed without progress. Divide it.',
} as const satisfies Record<ProblemName, string>
