const operator = {
  tag: 'operator',
  nav: {
    label: 'Console',
    now: 'Now',
    customers: 'Customers',
    money: 'Money',
    plans: 'Plans',
    tickets: 'Tickets',
    data: 'Data',
    content: 'Content',
    staff: 'Staff',
    audit: 'Audit',
    installation: 'Installation',
    more: 'More',
  },
  roles: { owner: 'owner', billing: 'billing', support: 'support', data: 'data' },
  search: { label: 'Find a customer', hint: 'E-mail, key, order, address, hash, ticket' },
  filters: { apply: 'Filter', clear: 'Clear' },
  pager: {
    label: 'Further rows',
    shown: '{count, plural, one {# row} other {# rows}}',
    first: 'First page',
    next: 'Next page',
  },
  act: { column: 'Actions', close: 'Close', cancel: 'Cancel' },
  prove: {
    title: 'Is it you?',
    why: 'This needs a sign-in of the last 15 minutes. What you typed is kept.',
    sent: 'A code is on its way to {email}.',
    password: 'Password',
    code: 'Code from the e-mail',
    byMail: 'E-mail me a code instead',
    submit: 'Confirm',
  },
  hurdle: {
    factor: {
      title: 'The console needs a second factor',
      text: 'Turn on two-step sign-in, or sign in with a passkey. Then come back.',
      way: 'Open Security',
    },
    prove: { title: 'Your sign-in is older than twelve hours', text: 'Prove that it is you, and the page opens.' },
    role: { title: 'This page needs another role', text: 'You have: {roles}. An owner can give you the role.' },
    missing: { title: 'There is nothing here', text: 'What the address names does not exist, or no longer does.' },
    failed: {
      title: 'The page could not be read',
      text: 'The product itself goes on. Try again; if it stays like this, the log has the reason.',
      way: 'Try again',
    },
    request: 'Request',
  },
} as const

export default operator
