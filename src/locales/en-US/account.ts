const account = {
  nav: {
    label: 'Account',
    keys: 'Keys',
    usage: 'Usage',
    orders: 'Orders',
    billing: 'Billing',
    tickets: 'Support',
    alerts: 'Alerts',
    activity: 'Activity',
    security: 'Security',
    preferences: 'Preferences',
  },
  pager: { newest: 'Newest', older: 'Older' },
  announcement: { label: 'Announcements', dismiss: 'Close' },
  busy: 'Server is busy, please try again later',
  factor: {
    title: 'Confirm it once more',
    why: 'For this, a recent sign-in alone is not enough.',
    code: 'Code from the app, or a recovery code',
    passkey: 'Use a passkey',
    passkeyFailed: 'The passkey did not work. Try again, or choose another way.',
  },
  prove: {
    title: 'Please confirm it is you',
    why: 'This needs a sign-in of the last 15 minutes.',
    password: 'Password',
    code: 'Code from the e-mail',
    byPassword: 'Use the password instead',
    byCode: 'E-mail me a code instead',
    sent: 'A code is on its way to {email}.',
    confirm: 'Confirm',
    cancel: 'Cancel',
  },
} as const

export default account
