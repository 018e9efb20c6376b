import type { Notices, User } from '#src/contract/account/accounts.ts'
import type { Locale } from '#src/contract/locale.ts'
import type { Theme, UpColour } from '#src/contract/site.ts'

/** An account. Times in ms. */
export type Account = {
  id: string
  email: string
  /** Null: the mailbox is unproven, so no password signs in. */
  emailProvenAt: number | null
  passwordHash: string | null
  imageUrl: string | null
  locale: Locale
  /** Whether the language was chosen in the preferences; else it is that of the page of the sign-up. */
  localeChosen: boolean
  theme: Theme
  upColour: UpColour
  timeZone: string
  notices: Notices
  totpSealed: string | null
  totpConfirmedAt: number | null
  createdAt: number
  disabledAt: number | null
  /** Since when the account is suspended, ms: nobody can sign in, and its keys are refused. */
  suspendedAt: number | null
  deleteAfter: number | null
}

export const defaultNotices: Notices = { usage: true, expiry: true, product: false }
export const defaultImageUrl = '/images/user/avatar.png'

export function presentUser(account: Account): User {
  return {
    id: account.id,
    email: account.email,
    imageUrl: account.imageUrl ?? defaultImageUrl,
    locale: account.locale,
    theme: account.theme,
  }
}
