import { useEffect } from 'react'

/**
 * Marks the link in `list` to the section being read: the last whose heading has passed the upper third of the
 * window. `list` selects links that the server rendered.
 */
export function useScrollSpy(list: string, page: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other links
  useEffect(() => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>(list)]
    const sections = links.flatMap(({ hash }) => document.getElementById(hash.slice(1)) ?? [])
    const update = () => {
      const line = window.innerHeight / 3
      const current = sections.findLast((section) => section.getBoundingClientRect().top < line)
      for (const link of links)
        if (current && link.hash === `#${current.id}`) link.setAttribute('aria-current', 'location')
        else link.removeAttribute('aria-current')
    }
    const observer = new IntersectionObserver(update, { rootMargin: '0px 0px -66%' })
    for (const section of sections) observer.observe(section)
    update()
    return () => observer.disconnect()
  }, [list, page])
}
