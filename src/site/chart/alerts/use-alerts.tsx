import { type ReactNode, useEffect, useState } from 'react'
import type { ChartEngine } from '../engine/chart-engine.ts'
import type { ChartTheme } from '../engine/layers/theme.ts'
import type { WantedLine } from './alert-dialog.tsx'
import type { KeptAlerts } from './kept-alerts.ts'

type AlertModules = typeof import('./alert-dialog.tsx') & typeof import('./alert-lines.tsx')
type ChartAlerts = {
  /** Opens the dialog for an alert at a price, as formatted by the axis; null: at the newest price. */
  add(price: string | null): void
  linesOf(ticker: string, engine: ChartEngine | null): ReactNode
  /** The open dialog and the toasts of firings. */
  rest: ReactNode
}
type Subject = { ticker: string; engine: ChartEngine | null; theme: ChartTheme | null }

/**
 * The alerts of a signed-in reader. The components for alerts are loaded after the chart. Other readers see a prompt to
 * sign in.
 */
export function useAlerts(
  signedIn: boolean,
  { ticker, engine, theme }: Subject,
  requestLogin: () => void,
): ChartAlerts {
  const [open, setOpen] = useState<{ modules: AlertModules; kept: KeptAlerts } | null>(null)
  const [wanted, setWanted] = useState<WantedLine | null>(null)
  useEffect(() => {
    if (!signedIn) return
    let left = false
    let kept: KeptAlerts | null = null
    const load = async () => {
      const [{ KeptAlerts }, { AlertLines, AlertToasts }, { AlertDialog }] = await Promise.all([
        import('./kept-alerts.ts'),
        import('./alert-lines.tsx'),
        import('./alert-dialog.tsx'),
      ])
      if (left) return
      kept = new KeptAlerts()
      setOpen({ modules: { AlertLines, AlertToasts, AlertDialog }, kept })
    }
    void load()
    return () => {
      left = true
      kept?.[Symbol.dispose]()
      setOpen(null)
    }
  }, [signedIn])
  return {
    add(price) {
      if (!signedIn) return requestLogin()
      const last = engine?.bars().at(-1)?.close ?? null
      setWanted({ ticker, price: price ?? String(last ?? ''), last })
    },
    linesOf: (shown, its) =>
      open && its && theme && <open.modules.AlertLines kept={open.kept} ticker={shown} engine={its} theme={theme} />,
    rest: open && (
      <>
        <open.modules.AlertToasts kept={open.kept} />
        {wanted && <open.modules.AlertDialog kept={open.kept} wanted={wanted} close={() => setWanted(null)} />}
      </>
    ),
  }
}
