/** Names of the header and the form field by which an account page tells the server which account it shows. */
export const shownAccountHeader = 'x-account'
export const shownAccountField = 'shownAccount'
