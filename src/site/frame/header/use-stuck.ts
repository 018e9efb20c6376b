import { useEffect, useState } from 'react'
import { headerScrollDebounceMs } from '#src/contract/site.ts'
import { debounce } from '../../ui/debounce.ts'

export function useStuck(always: boolean): boolean {
  const [scrolled, setScrolled] = useState(false)
  useEffect(() => {
    let offset = 0
    const update = () => setScrolled(window.scrollY > offset)
    const later = debounce(update, headerScrollDebounceMs)
    // Measuring at once would force a layout while mounting.
    requestAnimationFrame(() => {
      offset = document.querySelector<HTMLElement>('.site-header')?.offsetTop ?? 0
      update()
    })
    window.addEventListener('scroll', later, { passive: true })
    return () => {
      later.cancel()
      window.removeEventListener('scroll', later)
    }
  }, [])
  return always || scrolled
}
