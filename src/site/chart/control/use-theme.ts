import { useEffect, useState } from 'react'
import { type ChartTheme, readTheme } from '../engine/theme.ts'

/** The site's colours as they are now: follows the theme switch, the up-colour preference and the language. */
export function useChartTheme(): ChartTheme | null {
  const [theme, setTheme] = useState<ChartTheme | null>(null)
  useEffect(() => {
    const root = document.documentElement
    const read = () => setTheme(readTheme(root, root.dataset.theme === 'dark'))
    read()
    const watcher = new MutationObserver(read)
    watcher.observe(root, { attributes: true, attributeFilter: ['data-theme', 'data-up', 'lang'] })
    return () => watcher.disconnect()
  }, [])
  return theme
}
