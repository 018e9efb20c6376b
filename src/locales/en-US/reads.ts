/** Words of the states of a read: under way, none, failed. */
const reads = {
  again: 'Try again',
  failed: 'This could not be read just now.',
  unknown: 'could not be read',
  since: 'since {time}',
  noLine: 'no intraday prices yet',
} as const

export default reads
