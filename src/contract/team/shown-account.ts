/** The header and the form field in which calls and forms of an account page name the account that the page shows. */
export const shownAccountHeader = 'x-account'
export const shownAccountField = 'shownAccount'
