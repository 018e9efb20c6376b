import { type ComponentProps, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { countdown } from '../countdown.ts'

/**
 * The time for which the server refuses the next request: `leftMs`, 0 if there is no wait. `msg`: the message of the
 * last refusal, null after its wait. `start` takes the seconds of the server's response.
 */
export function useWait() {
  const [{ until, msg }, setWait] = useState<{ until: number; msg: string | null }>({ until: 0, msg: null })
  const [leftMs, setLeftMs] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setLeftMs(Math.max(0, until - Date.now())), 500)
    return () => clearInterval(timer)
  }, [until])
  const isOver = until > 0 && leftMs === 0
  return {
    leftMs,
    isOver,
    msg: isOver ? null : msg,
    start: (seconds = 0, refusal: string | null = null) => {
      setLeftMs(seconds * 1000)
      setWait({ until: seconds && Date.now() + seconds * 1000, msg: refusal })
    },
  }
}

type WaitButtonProps = ComponentProps<'button'> & { wait: ReturnType<typeof useWait>; work: () => Promise<unknown> }

/**
 * A button that requests a code. It keeps the focus and counts down while the server refuses the next request. Screen
 * readers announce the end of the wait.
 */
export function WaitButton({ wait: { leftMs, isOver }, work, children, ...props }: WaitButtonProps) {
  const t = useTranslations('frame.field')
  const [works, setWorks] = useState(false)
  const isOff = works || leftMs > 0
  const press = async () => {
    if (isOff) return
    setWorks(true)
    await work().finally(() => setWorks(false))
  }
  return (
    <>
      <button {...props} type="button" aria-busy={works} aria-disabled={isOff} onClick={() => void press()}>
        {works && <span className="spinner" />}
        {works ? t('working') : leftMs > 0 ? t('wait', { time: countdown(leftMs) }) : children}
      </button>
      <span className="sr-only" role="status">
        {isOver && t('waitOver')}
      </span>
    </>
  )
}
