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

/** In whose account a session works, and as what. `email` null: the own one, in which others decide the role. */
export type Acting = { email: string | null; role: TeamRole }

/** The signed-in person as pages see them. `actor` goes into every call; `acting`: in whose account, where it is not simply theirs. */
export type PageSession = {
  actor: AccountActor
  acting: Acting | null
  account: { id: string; email: string; timeZone: string }
}

/** The account API on behalf of the visitor who requested the page; `caller` is made when it is first asked for. */
export type PageApi = { invoke: Invoke; caller(): Caller }

/** A request for a text instead of a page. */
export type TextCall = { url: URL; context: Readonly<RouterContextProvider> }

/** How this answer may be kept: set by `publicPage`, `personalPage` and `accountPage`, read by the renderer and the page cache. */
export type Rendering = { audience: 'everyone' | 'one'; maxAgeMs: number | null }

export const platformContext = createContext<Platform>()
/** The signed-in account, or null. Public pages must not read it: they are kept for everybody. */
export const sessionContext = createContext<PageSession | null>(null)
/** The account that a submitted form was made for; null before `submittedForm` has read it. */
export const shownAccountContext = createContext<string | null>(null)
/** Values shared by the pages of all languages: see `shareValues`. */
export const shareContext = createContext<Share>()
export const quotesContext = createContext<NewestQuotes>()
export const localeContext = createContext<Locale>(defaultLocale)
/** The nonce of our inline scripts. A page that is kept carries it only until their hashes are taken. */
export const nonceContext = createContext<string>('')
/** Set for a page in a frame of the console: without its shell and its scripts, in the theme of its reader. */
export const framedContext = createContext<{ theme: string } | null>(null)
/** Where the parts of a document are kept until it is rendered; null for an answer to a navigation, which carries them. */
export const partsContext = createContext<Map<string, string> | null>(null)
/** Parts that are the same on all pages of a language, by language and id; forgotten with the kept pages. */
export const keptPartsContext = createContext<Map<string, string> | null>(null)
export const apiContext = createContext<PageApi>()
/** What runs at this moment; `ofStrangers` stands on every public page. */
export type AnnouncementSource = {
  ofStrangers(): ShownAnnouncement[]
  ofAccount(accountId: string): Promise<ShownAnnouncement[]>
}
export const announcementsContext = createContext<AnnouncementSource>()
/** The state of the installation, as far as it is known at this moment. */
export type StatusSource = { report(): StatusReport }
export const statusContext = createContext<StatusSource>()
export const renderingContext = createContext<Rendering>({ audience: 'one', maxAgeMs: null })
