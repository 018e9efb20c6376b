import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** `name`: the accessible name of a label that has no words or too few. */
type MenuProps = { label: ReactNode; name?: string; className?: string; panel?: string; children: ReactNode }

/**
 * A native disclosure that works without JavaScript. With JavaScript, Escape, a click elsewhere and navigation close
 * the menu.
 */
export function Menu({ label, name, className = '', panel = '', children }: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const { pathname } = useLocation()
  const shownAt = useRef(pathname)

  useEffect(() => {
    // On the first run the path is unchanged, so a menu that the reader opened before the scripts loaded stays open.
    if (shownAt.current === pathname) return
    shownAt.current = pathname
    if (details.current) details.current.open = false
  }, [pathname])

  useEffect(() => {
    const closeUnlessInside = (event: Event) => {
      const menu = details.current
      if (menu?.open && !menu.contains(event.target as Node)) menu.open = false
    }
    const closeOnEscape = (event: KeyboardEvent) => {
      const menu = details.current
      if (event.key !== 'Escape' || !menu?.open) return
      menu.open = false
      menu.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', closeUnlessInside)
    document.addEventListener('focusin', closeUnlessInside)
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      document.removeEventListener('pointerdown', closeUnlessInside)
      document.removeEventListener('focusin', closeUnlessInside)
      document.removeEventListener('keydown', closeOnEscape)
    }
  }, [])

  return (
    <details ref={details} className={`menu ${className}`}>
      <summary aria-label={name}>{label}</summary>
      <div className={`menu-panel ${panel}`}>{children}</div>
    </details>
  )
}
