import { useEffect, useState } from 'react'
import { headerScrollDebounceMs } from '#src/contract/site.ts'
import { debounce } from '../ui/debounce.ts'

/** Whether the page was scrolled past the header's own offset. */
export function useStuck(always: boolean): boolean {
  const [scrolled, setScrolled] = useState(false)
  useEffect(() => {
    const header = document.querySelector<HTMLElement>('.site-header')
    const offset = header?.offsetTop ?? 0
    const look = () => setScrolled(window.scrollY > offset)
    const later = debounce(look, headerScrollDebounceMs)
    look()
    window.addEventListener('scroll', later, { passive: true })
    return () => {
      later.cancel()
      window.removeEventListener('scroll', later)
    }
  }, [])
  return always || scrolled
}
