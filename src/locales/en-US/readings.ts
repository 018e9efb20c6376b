/** Parts of the sentence that an importer prints about a file before its first row. */
export default {
  joint: ', ',
  end: '.',
  separator: 'separated by {separator, select, comma {commas} semicolon {;} tab {tabs} bar {|} other {fixed columns}}',
  encoding: 'encoded in {encoding}',
  comma: 'decimal comma',
  groups: 'thousands separated by {mark, select, comma {commas} point {points} blank {blanks} other {apostrophes}}',
  times:
    '{unit, select, s {times in seconds} ms {times in milliseconds} us {times in microseconds} ns {times in nanoseconds} mixed {times in seconds and milliseconds} other {times of {zone}}}',
  dates: 'dates with {order, select, dmy {the day} other {the month}} first',
  days: 'dates of {zone}',
  unnamed: 'no names of columns',
  noVolume: 'no volume',
  lots: 'volumes in lots of 100, turnover in thousands',
  scaled: 'volumes in units of {power, select, 2 {100} 3 {1,000} other {10,000}}',
  billionths: 'prices in billionths',
} as const
