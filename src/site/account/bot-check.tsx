import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { invoke } from '../browser/invoke.ts'

const timeoutMs = 60_000

type State = 'idle' | 'working' | 'done' | 'failed'

type BotCheckProps = {
  /**
   * Called with the value for `verification`. Each value can be used once, so remount the component (`key`) after a
   * refused submission.
   */
  onSolved: (verification: string) => void
  error?: string | undefined
}

export function BotCheck({ onSolved, error }: BotCheckProps) {
  const t = useTranslations('frame.botCheck')
  const id = useId()
  const [state, setState] = useState<State>('idle')
  const check = async () => {
    setState('working')
    try {
      onSolved(await solve())
      setState('done')
    } catch {
      // The challenge could not be loaded or solved in time; the reader may retry.
      setState('failed')
    }
  }
  return (
    <div className="flow-middle bot-check needs-script" data-state={state}>
      <input
        id={id}
        type="checkbox"
        checked={state === 'working' || state === 'done'}
        disabled={state === 'working' || state === 'done'}
        aria-describedby={`${id}-state`}
        onChange={() => void check()}
      />
      <label htmlFor={id}>{t('label')}</label>
      <span id={`${id}-state`} role="status">
        {state === 'idle' ? '' : t(state)}
      </span>
      {error && state !== 'done' && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

async function solve(): Promise<string> {
  const result = await invoke('GET /api/challenge', {})
  if (!result.ok) throw new Error(`challenge: ${result.refusal.status}`)
  const [{ solveChallenge }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
  ])
  const solution = await solveChallenge({ challenge: result.data, deriveKey, timeout: timeoutMs })
  if (!solution) throw new Error('challenge: no solution')
  return btoa(JSON.stringify({ challenge: result.data, solution }))
}
