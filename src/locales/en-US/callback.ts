const callback = {
  meta: {
    title: 'Finish signing in',
    description: 'You return here from a third-party sign-in; agree to link it to your account, or go back.',
    keywords: 'third-party sign-in, OpenID Connect, link account',
  },
  title: 'Link {name} to your account?',
  lead: 'There is already an account with {email}. If it is yours, {name} can sign in to it from now on.',
  agree: 'Link and log in',
  link: {
    lead: 'The two addresses differ. Link them only if both are yours.',
    theirs: 'Address at {name}',
    ours: 'Address of your account here',
    warning: 'Whoever signs in to {name} as {email} can then sign in to your account.',
    agree: 'Link',
  },
  decline: 'Cancel',
} as const

export default callback
