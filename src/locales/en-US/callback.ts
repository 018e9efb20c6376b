const callback = {
  meta: {
    title: 'Finish signing in',
    description: 'You return here from a third-party sign-in; agree to link it to your account, or go back.',
    keywords: 'third-party sign-in, OpenID Connect, link account',
  },
  title: 'Link {name} to your account?',
  lead: 'There is already an account with {email}. If it is yours, {name} can sign in to it from now on.',
  agree: 'Link and log in',
  decline: 'Cancel',
} as const

export default callback
