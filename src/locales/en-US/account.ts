const account = {
  nav: {
    label: 'Account',
    keys: 'Keys',
    usage: 'Usage',
    orders: 'Orders',
    billing: 'Billing',
    tickets: 'Support',
    alerts: 'Alerts',
    team: 'Team',
    activity: 'Activity',
    security: 'Security',
    preferences: 'Preferences',
  },
  pager: { newest: 'Newest', older: 'Older' },
  acting: {
    label: 'Account of a team',
    works: 'You work in the account of {email} as {role}.',
    back: 'Back to your own account',
    role: { owner: 'owner', developer: 'developer', billing: 'billing' },
  },
  busy: 'Server is busy, please try again later',
  factor: {
    title: 'Confirm it once more',
    why: 'For this, a recent sign-in alone is not enough.',
    code: 'Code from the app, or a recovery code',
    passkey: 'Use a passkey',
    passkeyFailed: 'The passkey did not work. Try again, or choose another way.',
    by: {
      passkey: 'Use a passkey instead',
      password: 'Use the password instead',
      code: 'Use a code of the app instead',
      mailCode: 'E-mail me a code instead',
    },
  },
  prove: {
    title: 'Please confirm it is you',
    why: 'This needs a sign-in of the last 15 minutes.',
    password: 'Password',
    code: 'Code from the e-mail',
    sent: 'A code is on its way to {email}.',
    confirm: 'Confirm and continue',
    cancel: 'Cancel',
  },
} as const

export default account
