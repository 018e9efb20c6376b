import { useEffect } from 'react'

/**
 * Marks the link in `list` to the section being read: the last section whose heading is above the line at a third of
 * the window's height. `list` selects links that the server rendered.
 */
export function useScrollSpy(list: string, page: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other links
  useEffect(() => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>(list)]
    // The target inside a folded call has no position, so the block around the target counts.
    const sections = links.flatMap((link) => {
      const target = document.getElementById(link.hash.slice(1))
      return target ? [{ link, block: target.closest('.call') ?? target }] : []
    })
    const update = () => {
      const line = window.innerHeight / 3
      const current = sections.findLast(({ block }) => block.getBoundingClientRect().top < line)
      for (const link of links)
        if (link === current?.link) link.setAttribute('aria-current', 'location')
        else link.removeAttribute('aria-current')
    }
    const observer = new IntersectionObserver(update, { rootMargin: '0px 0px -66%' })
    for (const { block } of sections) observer.observe(block)
    update()
    return () => observer.disconnect()
  }, [list, page])
}
