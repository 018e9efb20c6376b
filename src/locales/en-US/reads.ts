/** Words for data that could not be read, or that does not exist yet. */
const reads = {
  again: 'Try again',
  failed: 'This could not be read just now.',
  kept: 'This could not be read again just now. You see what was read before.',
  unknown: 'could not be read',
  since: 'since {time}',
  noLine: 'no intraday prices yet',
} as const

export default reads
