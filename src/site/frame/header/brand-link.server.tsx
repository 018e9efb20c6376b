import { wordmarkHeight } from '#src/contract/brand/wordmark.ts'
import { useSite } from '../../context/site-context.ts'
import { PageLink } from '../../page/page-link.tsx'
import { Mark } from './mark.server.tsx'

/** Height of an icon, and of a wordmark that is neither wide nor narrow. */
const heightPx = 28

/** A link with the operator's wordmark; otherwise with the icon or the built-in mark, and the name. */
export function BrandLink({ to }: { to: string }) {
  return (
    <PageLink to={to} className="mark">
      <BrandName />
    </PageLink>
  )
}

function BrandName() {
  const { name, version, look } = useSite()
  const shown = look?.wordmark ? 'wordmark' : look?.icon ? 'icon' : null
  if (!shown)
    return (
      <>
        <Mark />
        {name}
      </>
    )
  const ratio = shown === 'wordmark' ? (look?.wordmark ?? 1) : 1
  const hasDark = look?.dark?.includes(shown) ?? false
  const height = shown === 'wordmark' ? wordmarkHeight(ratio, heightPx) : heightPx
  const size = { width: Math.round(height * ratio), height }
  const alt = shown === 'wordmark' ? name : ''
  return (
    <>
      <img {...size} alt={alt} src={`/brand/${shown}?v=${version}`} data-theme-only={hasDark ? 'light' : undefined} />
      {hasDark && <img {...size} alt={alt} src={`/brand/${shown}-dark?v=${version}`} data-theme-only="dark" />}
      {shown === 'icon' && name}
    </>
  )
}
