import { createContext, type RouterContextProvider } from 'react-router'
import { defaultLocale, type Locale } from '#src/contract/locale.ts'
import type { StatusReport } from '#src/contract/status/status.ts'
import type { TeamRole } from '#src/contract/team/team-role.ts'
import type { ShownAnnouncement } from '#src/contract/values/announcement.ts'
import type { NewestQuotes } from '#src/market/quotes/price-snapshot.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Invoke } from '#src/platform/http/api.ts'
import type { Caller } from '#src/platform/http/run.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Share } from './shared-values.ts'

/**
 * The role of a session that works in an account with a team. `email`: the account holder's address; null: the
 * session works in the person's own account.
 */
export type Acting = { email: string | null; role: TeamRole }

/**
 * The signed-in person. Every call contains `actor`. `acting`: the account in use, unless it is the person's own
 * account without a team. `recentUntil`: the time until which the session counts as recently proven, ms.
 */
export type PageSession = {
  actor: AccountActor
  acting: Acting | null
  recentUntil: number
  account: { id: string; email: string; timeZone: string; imageUrl: string | null }
}

/** The account API on behalf of the visitor who requested the page. `caller` is created on first use. */
export type PageApi = { invoke: Invoke; caller(): Caller }

/** A request for a text file instead of a page. */
export type TextCall = { url: URL; context: Readonly<RouterContextProvider> }

/** How a response may be cached. Loaders and text routes set it; the renderer and the page cache read it. */
export type Rendering = { audience: 'everyone' | 'one'; maxAgeMs: number | null }

export const platformContext = createContext<Platform>()
/**
 * The session of the signed-in account, or null. Public pages must not read the session, because they are cached for
 * everybody.
 */
export const sessionContext = createContext<PageSession | null>(null)
/** The account for which a submitted form was rendered; null before `submittedForm` has read it. */
export const shownAccountContext = createContext<string | null>(null)
export const shareContext = createContext<Share>()
export const quotesContext = createContext<NewestQuotes>()
export const localeContext = createContext<Locale>(defaultLocale)
/** The nonce of inline scripts. In a cached page, hashes of the scripts replace the nonce. */
export const nonceContext = createContext<string>('')
/**
 * Set for a page in an iframe of the operator console. Such a page has no scripts. `isBare`: the page has no header and
 * no footer.
 */
export const framedContext = createContext<{ theme: string; isBare: boolean } | null>(null)
/**
 * The static parts (`parts.server.tsx`) of the document being rendered, by id; null for a client navigation, whose
 * response contains the parts.
 */
export const partsContext = createContext<Map<string, string> | null>(null)
/** Parts that all pages of a language share, by language and id. They are dropped together with the cached pages. */
export const keptPartsContext = createContext<Map<string, string> | null>(null)
export const apiContext = createContext<PageApi>()
/** The announcements shown at this moment. `ofStrangers`: the announcements for everybody, which public pages show. */
export type AnnouncementSource = {
  ofStrangers(): ShownAnnouncement[]
  ofAccount(accountId: string): Promise<ShownAnnouncement[]>
}
export const announcementsContext = createContext<AnnouncementSource>()
export type StatusSource = { report(): StatusReport }
export const statusContext = createContext<StatusSource>()
export const renderingContext = createContext<Rendering>({ audience: 'one', maxAgeMs: null })
