/** How calls and forms of an account page that change something name the account which the page shows. */
export const shownAccountHeader = 'x-account'
export const shownAccountField = 'shownAccount'
