import type { ReactNode } from 'react'
import { PageLink } from '../page/page-link.tsx'
import './account.css'

/** A link back to the parent page. The arrow is drawn, because some fonts have no arrow. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <PageLink to={to} className="inline-middle gap-4">
      <svg
        width="12"
        height="12"
        viewBox="0 0 12 12"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        aria-hidden="true"
      >
        <path d="M7.5 2.5 4 6l3.5 3.5" />
      </svg>
      {children}
    </PageLink>
  )
}
