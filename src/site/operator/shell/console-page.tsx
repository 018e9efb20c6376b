import { type ReactNode, useCallback, useState } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { openAct } from '../acts/act-address.ts'
import { SearchField } from '../search/search-field.tsx'
import type { Loaded } from './desk.ts'
import { HurdleCard } from './hurdle-card.tsx'
import { Navigation } from './navigation.tsx'
import { type NeedCounts, TellCounts } from './need-counts.ts'
import '../../account/account.css'
import './console.css'
import './top.css'

/** What the parts of a page are told besides its data: the address for proofs, and whether a verb may be used. */
export type Reader = { email: string; may(verb: string): boolean }

/** Counts that a page learned of later than `since`, those that it was loaded with. */
type Told = { since: NeedCounts; counts: NeedCounts }

type ConsolePageProps<D> = {
  loaded: Loaded<D>
  /** The way up, above the title. */
  crumb?: ReactNode
  title: ReactNode
  lead?: ReactNode
  /** What the reader is told after an act, by its name. */
  done?: Record<string, ReactNode>
  /** At the end of the head: exports, the acts of the whole page. */
  tools?(page: D, reader: Reader): ReactNode
  children(page: D, reader: Reader): ReactNode
}

/** A page of the console in its shell: navigation, search, title, what was done last, and the page or why it is not there. */
export function ConsolePage<D>({ loaded, crumb, title, lead, done = {}, tools, children }: ConsolePageProps<D>) {
  const t = useTranslations('operator')
  const { desk, page, hurdle, email } = loaded
  const [told, setTold] = useState<Told | null>(null)
  const counts = told?.since === loaded.counts ? told.counts : loaded.counts
  const tell = useCallback((newer: NeedCounts) => setTold({ since: loaded.counts, counts: newer }), [loaded.counts])
  const verbs = desk?.verbs ?? []
  const reader: Reader = { email, may: (verb) => verbs.includes(verb) }
  const last = openAct(useLocation()).done
  const roles = (desk?.roles ?? []).map((role) => t(`roles.${role}`)).join(' · ')
  return (
    <div className="console">
      <div className="console-top">
        <span className="console-tag">{t('tag')}</span>
        {reader.may('customer.search') && <SearchField may={reader.may} />}
        <span className="console-role">{roles}</span>
      </div>
      <div className="console-shell">
        <Navigation verbs={verbs} counts={counts} />
        <div className="console-main">
          <div className="console-head">
            <div>
              {crumb}
              <h1>{title}</h1>
              {lead && <div className="console-lead">{lead}</div>}
            </div>
            {tools && page !== null && <div className="console-tools">{tools(page, reader)}</div>}
          </div>
          {last !== null && Object.hasOwn(done, last) && (
            <p className="notice notice-good" role="status">
              {done[last]}
            </p>
          )}
          {hurdle && <HurdleCard hurdle={hurdle} email={email} roles={roles} />}
          {page !== null && <TellCounts value={tell}>{children(page, reader)}</TellCounts>}
        </div>
      </div>
    </div>
  )
}
