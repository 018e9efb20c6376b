import type { ReactNode } from 'react'
import { PageLink } from '../../page/page-link.tsx'
import { ActLink } from '../acts/act.tsx'
import { ConsolePage } from '../shell/console-page.tsx'
import type { Loaded } from '../shell/loaded.ts'

type WrittenPageProps<D> = {
  loaded: Loaded<D>
  title: ReactNode
  lead: ReactNode
  /** The name of the page Content, for the link back. */
  back: ReactNode
  /** The page on which customers read these texts. */
  read: { to: string; label: ReactNode }
  /** The act that starts a new text, and the verb that it requires. */
  begin: { act: string; verb: string; label: ReactNode }
  done: Record<string, ReactNode>
  children(page: D): ReactNode
}

/** A page below Content: staff write its texts, and customers read them on a public page. */
export function WrittenPage<D>({ loaded, title, lead, back, read, begin, done, children }: WrittenPageProps<D>) {
  return (
    <ConsolePage
      loaded={loaded}
      crumb={
        <PageLink to="/operator/content" className="inline-middle crumb">
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
