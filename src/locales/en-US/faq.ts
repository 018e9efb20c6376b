const faq = {
  meta: {
    title: 'Questions and answers',
    description: 'Keys, data, limits, payments: what people ask before and after they sign up, answered plainly.',
    keywords: 'market data API FAQ, leaked API key, crypto payment, plan upgrade',
  },
  lead: 'What people ask before and after they sign up.',
  more: 'Something else?',
  contact: 'Write to us',
} as const

export default faq
