import { useEffect, useState } from 'react'

/** The id of the section that is being read: the last one whose heading has passed the upper third of the window. */
export function useScrollSpy(ids: readonly string[]): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  const list = ids.join(' ')
  useEffect(() => {
    const sections = list.split(' ').flatMap((id) => document.getElementById(id) ?? [])
    const look = () => {
      const line = window.innerHeight / 3
      const passed = sections.filter((section) => section.getBoundingClientRect().top < line)
      setCurrent(passed.at(-1)?.id ?? null)
    }
    const observer = new IntersectionObserver(look, { rootMargin: '0px 0px -66%' })
    for (const section of sections) observer.observe(section)
    look()
    return () => observer.disconnect()
  }, [list])
  return current
}
