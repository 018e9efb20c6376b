import { useEffect, useRef, useState } from 'react'
import { useNavigation, useRouteError } from 'react-router'
import {
  loadingBarDurationMs,
  loadingBarHideMs,
  loadingBarPx,
  loadingBarResetMs,
  loadingBarThrottleMs,
} from '#src/contract/site.ts'

type Phase = 'idle' | 'moving' | 'done'

/** The bar at the top while a page is fetched. It appears after a delay, slows at the end, and is red on failure. */
export function LoadingBar() {
  const busy = useNavigation().state !== 'idle'
  // `useRouteError` returns null or undefined outside of an error page.
  const failed = Boolean(useRouteError())
  const [phase, setPhase] = useState<Phase>('idle')
  const wasBusy = useRef(false)

  useEffect(() => {
    if (busy) {
      wasBusy.current = true
      const timer = setTimeout(() => setPhase('moving'), loadingBarThrottleMs)
      return () => clearTimeout(timer)
    }
    if (!wasBusy.current) return
    wasBusy.current = false
    setPhase((now) => (now === 'moving' || failed ? 'done' : 'idle'))
    const timer = setTimeout(() => setPhase('idle'), loadingBarHideMs + loadingBarResetMs)
    return () => clearTimeout(timer)
  }, [busy, failed])

  const style = {
    height: loadingBarPx,
    marginBottom: -loadingBarPx,
    transform: `scaleX(${{ idle: 0, moving: 0.9, done: 1 }[phase]})`,
    opacity: phase === 'moving' ? 1 : 0,
    transition: {
      idle: 'none',
      moving: `transform ${loadingBarDurationMs}ms cubic-bezier(0.1, 0.7, 0.2, 1)`,
      done: `transform 120ms, opacity ${loadingBarResetMs}ms ${loadingBarHideMs}ms`,
    }[phase],
  }
  return <div className="loading-bar" data-failed={failed || undefined} style={style} aria-hidden="true" />
}
