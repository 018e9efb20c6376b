const preferences = {
  meta: {
    title: 'Preferences',
    description: 'Language, theme, colours, time zone and the mails you want.',
    keywords: 'preferences, language, theme, time zone, notices',
  },
  lead: 'They follow you to every device you sign in to.',
  show: 'Display',
  language: 'Language',
  theme: 'Theme',
  themes: { light: 'Light', dark: 'Dark', system: 'As the device' },
  upColour: 'Rising prices',
  upColours: { auto: 'As usual in the language', green: 'Green', red: 'Red' },
  timeZone: 'Time zone',
  notices: 'Mails',
  usage: 'When 80% and 100% of the requests a minute are used',
  expiry: 'Before a subscription ends',
  product: 'News about the product',
  always: 'Mails about security and orders are always sent.',
  save: 'Save',
  saved: 'Saved',
} as const

export default preferences
