/** Names of the header and the form field with which an account page sends the account that it shows. */
export const shownAccountHeader = 'x-account'
export const shownAccountField = 'shownAccount'
