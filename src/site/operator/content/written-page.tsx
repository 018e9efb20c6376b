import type { ReactNode } from 'react'
import { PageLink } from '../../page/page-link.tsx'
import { ActLink } from '../acts/act.tsx'
import { ConsolePage, type Reader } from '../shell/console-page.tsx'
import type { Loaded } from '../shell/loaded.ts'

type WrittenPageProps<D> = {
  loaded: Loaded<D>
  title: ReactNode
  lead: ReactNode
  /** The name of the page Content, to which this one leads back. */
  back: ReactNode
  /** Where customers read what is written here. */
  read: { to: string; label: ReactNode }
  /** The act that begins a text, and the verb that it needs. */
  begin: { act: string; verb: string; label: ReactNode }
  done: Record<string, ReactNode>
  children(page: D, reader: Reader): ReactNode
}

/** A page below Content whose texts the staff write and customers read on a page of theirs. */
export function WrittenPage<D>({ loaded, title, lead, back, read, begin, done, children }: WrittenPageProps<D>) {
  return (
    <ConsolePage
      loaded={loaded}
      crumb={
        <PageLink to="/operator/content" className="crumb">
          {back}
        </PageLink>
      }
      title={title}
      lead={
        <>
          {lead}{' '}
          <PageLink to={read.to} className="link">
            {read.label}
          </PageLink>
        </>
      }
      done={done}
      tools={(_, { may }) =>
        may(begin.verb) && (
          <ActLink act={begin.act} className="btn btn-accent">
            {begin.label}
          </ActLink>
        )
      }
    >
      {children}
    </ConsolePage>
  )
}
