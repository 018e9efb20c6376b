import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from './call.ts'

type BotCheckProps = {
  /** Gets the solution to send as `verification`. It counts once: mount anew (another `key`) for the next. */
  onSolved: (verification: string) => void
  error: string | null
}

/** "Verify that you are human": half a second of work for this browser, no picture, nobody else's server. Needs the `login` words. */
export function BotCheck({ onSolved, error }: BotCheckProps) {
  const t = useTranslations('login.bot')
  const [state, setState] = useState<'open' | 'working' | 'done' | 'failed'>('open')
  const run = async () => {
    setState('working')
    const verification = await solve().catch(() => null)
    setState(verification ? 'done' : 'failed')
    if (verification) onSolved(verification)
  }
  const words = { open: t('check'), working: t('working'), done: t('done'), failed: t('failed') }
  return (
    <div className="bot-check needs-script" data-state={state}>
      <button
        type="button"
        aria-busy={state === 'working'}
        onClick={() => void run()}
        disabled={state === 'working' || state === 'done'}
      >
        <span className="bot-box" aria-hidden="true" />
        <span aria-live="polite">{words[state]}</span>
      </button>
      {error && state === 'open' && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

async function solve(): Promise<string | null> {
  const asked = await call<import('altcha-lib').Challenge>('GET', '/api/challenge')
  if (!asked.ok) return null
  const [{ solveChallenge }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
  ])
  const solution = await solveChallenge({ challenge: asked.data, deriveKey, timeout: 60_000 })
  return solution && btoa(JSON.stringify({ challenge: asked.data, solution }))
}
