import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useCurrentInView } from './use-current-in-view.ts'
import './tabs.css'

type Tab = { name: string; label: ReactNode; count?: number | undefined }

/**
 * The views of a page as links, the usual view first. Each link sets the query parameter `view` and drops the filters
 * of the other views.
 */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const { pathname, search } = useLocation()
  const view = new URLSearchParams(search).get('view')
  const current = (tabs.find(({ name }) => name === view) ?? tabs[0])?.name
  const row = useCurrentInView()
  return (
    <nav ref={row} className="nav-links strip ruled-bottom console-tabs" aria-label={label}>
      {tabs.map(({ name, label: text, count }, turn) => (
        <Link
          key={name}
          to={turn === 0 ? pathname : `${pathname}?view=${name}`}
          aria-current={name === current ? 'page' : undefined}
        >
          {text}
          {count !== undefined && count > 0 && <span className="num text-12">{count}</span>}
        </Link>
      ))}
    </nav>
  )
}
