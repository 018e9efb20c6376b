import type { ReactNode } from 'react'
import { PageLink } from '../page/page-link.tsx'
import './account.css'

/** The way back to where a page belongs. Its mark is drawn: not every font has an arrow. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <PageLink to={to} className="back-link">
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
