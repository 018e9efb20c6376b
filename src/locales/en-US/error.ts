const error = {
  meta: {
    title: 'Internal Server Error',
    description: 'The market-data site could not answer. Try again, or write to us and name the time.',
    keywords: 'server error, market data API, try again',
  },
  title: 'Internal Server Error',
  description:
    'Server is busy, please try again later. Nothing you did was lost; if it goes on, write to us and name the time.',
  retry: 'Try again',
  home: 'Go to the home page',
} as const

export default error
