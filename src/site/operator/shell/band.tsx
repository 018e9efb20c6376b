import type { ReactNode } from 'react'
import { PageLink } from '../../page/page-link.tsx'
import './band.css'

type BandProps = { children: ReactNode; leave: { to: string; label: string } }

/** A bar above a preview page, with a link that leaves the preview. */
export function Band({ children, leave }: BandProps) {
  return (
    <div className="flow-apart console-band">
      <p>{children}</p>
      <PageLink to={leave.to} className="btn btn-outline">
        {leave.label}
      </PageLink>
    </div>
  )
}
