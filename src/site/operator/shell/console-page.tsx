import { type ReactNode, useCallback, useState } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { KeptNote } from '../../page/kept-note.tsx'
import { openAct } from '../acts/act-address.ts'
import { HurdleCard } from './hurdle-card.tsx'
import type { Loaded } from './loaded.ts'
import { Navigation } from './navigation.tsx'
import { ReportWaiting, type Waiting } from './waiting.ts'
import '../../account/account.css'
import './console.css'

/** The staff member who reads the page: their address, and the verbs (permissions) that they have. */
export type Reader = { email: string; may(verb: string): boolean }

/** Counts that the page reported after its load. `since`: the counts of that load. */
type ReportedWaiting = { since: Waiting; waiting: Waiting }

type ConsolePageProps<D> = {
  loaded: Loaded<D>
  /** A link to the parent page, above the title. */
  crumb?: ReactNode
  title: ReactNode
  lead?: ReactNode
  /** Links to the page's siblings or views, which stay visible when the page cannot be read. */
  tabs?: ReactNode
  /** The message after an act, by the act's name. */
  done?: Record<string, ReactNode>
  /** Controls at the end of the page's head: exports, and actions that concern the whole page. */
  tools?(page: D, reader: Reader): ReactNode
  children(page: D, reader: Reader): ReactNode
}

/**
 * A console page below its header: navigation, title, last act's message, and the content or the reason why the content
 * is missing.
 */
export function ConsolePage<D>({ loaded, crumb, title, lead, tabs, done = {}, tools, children }: ConsolePageProps<D>) {
  const t = useTranslations('operator')
  const { desk: access, page, hurdle, email } = loaded
  const [reported, setReported] = useState<ReportedWaiting | null>(null)
  const waiting = reported?.since === loaded.waiting ? reported.waiting : loaded.waiting
  const report = useCallback(
    (newer: Waiting) => setReported({ since: loaded.waiting, waiting: newer }),
    [loaded.waiting],
  )
  const verbs = access?.verbs ?? []
  const reader: Reader = { email, may: (verb) => verbs.includes(verb) }
  const last = openAct(useLocation()).done
  const roles = (access?.roles ?? []).map((role) => t(`roles.${role}`)).join(' · ')
  return (
    <div className="console">
      <div className="stack console-shell">
        <Navigation verbs={verbs} waiting={waiting} />
        <div className="console-main">
          <div className="flow gap-8-16 console-head">
            <div>
              {crumb}
              <h1 className="inner-title">{title}</h1>
              {lead && <div className="text-muted">{lead}</div>}
            </div>
            {tools && page !== null && <div className="flow console-tools">{tools(page, reader)}</div>}
          </div>
          {last !== null && Object.hasOwn(done, last) && (
            <p className="notice notice-good" role="status">
              {done[last]}
            </p>
          )}
          <KeptNote />
          {(page !== null || hurdle?.kind === 'failed' || hurdle?.kind === 'missing') && tabs}
          {hurdle && <HurdleCard hurdle={hurdle} roles={roles} />}
          {page !== null && <ReportWaiting value={report}>{children(page, reader)}</ReportWaiting>}
        </div>
      </div>
    </div>
  )
}
