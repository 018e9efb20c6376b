const request = {
  languages: 'Language of the request',
  run: 'Run',
  running: 'Running',
  waiting: 'Waiting for the answer.',
  recorded: 'An example of the answer',
  failed: 'No answer. Check your connection and run it again.',
  left: '{remaining} of {limit} left',
  file: 'A file of {bytes} bytes.',
} as const

export default request
