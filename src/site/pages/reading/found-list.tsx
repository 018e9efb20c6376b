import type { Found } from '../../content/search/docs-search.server.ts'
import { PageLink } from '../../page/page-link.tsx'

export function FoundList({ found, className = 'found' }: { found: readonly Found[]; className?: string }) {
  return (
    <ol className={className}>
      {found.map(({ path, id, title, heading, before, hit, after }) => (
        <li key={`${path}#${id}`}>
          <PageLink to={id ? `${path}#${id}` : path} className="link">
            {heading ? `${title} · ${heading}` : title}
          </PageLink>
          <p>
            {before}
            <mark>{hit}</mark>
            {after}
          </p>
        </li>
      ))}
    </ol>
  )
}
