import type { Notices, User } from '#src/contract/account/accounts.ts'
import type { Locale } from '#src/contract/locale.ts'
import type { Theme, UpColour } from '#src/contract/site.ts'

/** Times in ms. */
export type Account = {
  id: string
  email: string
  /** Null: nobody has proven the mailbox, so no password can sign in. */
  emailProvenAt: number | null
  passwordHash: string | null
  imageUrl: string | null
  locale: Locale
  /** True when the person saved the language in the preferences; false when it is the language of the sign-up page. */
  localeChosen: boolean
  /** True when the person saved the theme or the colours in the preferences; false when these are defaults. */
  appearanceChosen: boolean
  theme: Theme
  upColour: UpColour
  timeZone: string
  notices: Notices
  totpSealed: string | null
  totpConfirmedAt: number | null
  createdAt: number
  disabledAt: number | null
  /** The time of the suspension, ms. A suspended account cannot sign in, and its keys are refused. */
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
