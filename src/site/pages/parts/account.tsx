import { type SyntheticEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ApiKey } from '#src/contract/account/keys.ts'
import type { Refused } from '#src/contract/account/refused.ts'
import type { SecurityOverview } from '#src/contract/account/security.ts'
import { dayMs } from '#src/contract/time.ts'
import { BotCheck } from '../../account/bot-check.tsx'
import type { Act } from '../../account/use-act.ts'
import { useFactor } from '../../proof/use-factor.tsx'
import { useProof } from '../../proof/use-proof.tsx'
import { type KeyAct, KeyDialog } from '../dashboard/dialogs/key-dialog.tsx'
import type { LoginAnswer } from '../login/login-action.server.ts'
import { LoginForm } from '../login/login-form.tsx'
import { SecondFactorForm } from '../login/second-factor-form.tsx'
import { EmailCard, PasswordCard } from '../security/credentials.tsx'
import { Devices } from '../security/devices.tsx'
import { Identities } from '../security/identities.tsx'
import { Passkeys } from '../security/passkeys.tsx'
import { Totp } from '../security/totp.tsx'
import { YourData } from '../security/your-data.tsx'
import { Part } from './part.tsx'

const nothing = () => {}
const email = 'ada@example.com'

/** The response to every call on this page. */
const refusal: Refused = { status: 403, error: null, msg: null }
const act: Act = async () => ({ ok: false, refusal })

/** Prevents the forms of this page from being submitted. */
function hold(event: SyntheticEvent) {
  event.preventDefault()
  event.stopPropagation()
}

const kinds = ['rename', 'reset', 'scope', 'show'] as const

export function Dialogs({ apiKey }: { apiKey: ApiKey }) {
  const t = useTranslations('dashboard.keys')
  const account = useTranslations('account')
  const [open, setOpen] = useState<KeyAct | null>(null)
  const { prove, dialog } = useProof(email)
  const { withFactor, dialog: factor } = useFactor(email)
  const recent: Refused = { ...refusal, error: 'recent_signin_required', ways: ['password', 'mailCode'] }
  const fresh: Refused = { ...refusal, error: 'fresh_factor_required', ways: ['passkey', 'code', 'mailCode'] }
  return (
    <Part name="KeyDialog, ProofDialog">
      <div className="acts">
        {kinds.map((kind) => (
          <button
            key={kind}
            type="button"
            className="btn btn-outline"
            onClick={() => setOpen({ kind, apiKey: { ...apiKey, key: `tw_live_${'9Qx2'.repeat(9)}` } })}
          >
            {t(kind === 'show' ? 'reveal' : kind)}
          </button>
        ))}
        <button
          type="button"
          className="btn btn-outline"
          onClick={() => void prove(async () => ({ ok: false, refusal: recent }))}
        >
          {account('prove.title')}
        </button>
        <button
          type="button"
          className="btn btn-outline"
          onClick={() => void withFactor(async () => ({ ok: false, refusal: fresh }))}
        >
          {account('factor.title')}
        </button>
      </div>
      {open && <KeyDialog act={open} prove={(attempt) => attempt()} onClose={() => setOpen(null)} onChange={nothing} />}
      {dialog}
      {factor}
    </Part>
  )
}

const refused: LoginAnswer = { mode: 'signin', email, param: '', msg: null, needsBotCheck: false, ticket: 'ticket' }

export function Forms() {
  const forms = { returnPath: '/dashboard', busy: false }
  return (
    <Part name="LoginForm, SecondFactorForm, BotCheck">
      <div className="stack pair gap-24 at-start" onSubmitCapture={hold}>
        {(['signin', 'code', 'signup', 'reset'] as const).map((mode) => (
          <div key={mode} className="card card-body">
            <LoginForm mode={mode} {...forms} />
          </div>
        ))}
        {(['', 'email', 'password'] as const).map((param) => (
          <div key={param} className="card card-body">
            <LoginForm mode="signin" {...forms} answer={{ ...refused, param, needsBotCheck: param === 'password' }} />
          </div>
        ))}
        <div className="card card-body">
          <SecondFactorForm answer={refused} {...forms} />
        </div>
        <BotCheck onSolved={nothing} />
      </div>
    </Part>
  )
}

/**
 * Two accounts: the first can sign in only by a code sent by mail, the second has every feature and a pending deletion.
 */
function accountsAt(now: number): SecurityOverview[] {
  const since = { createdAt: now - 9 * dayMs, seenAt: now }
  const device = {
    id: 'this',
    current: true,
    method: 'password',
    userAgent: 'Firefox',
    address: '203.0.113.7',
    ...since,
  }
  const bare: SecurityOverview = {
    email,
    hasPassword: false,
    recentUntil: now,
    totp: false,
    recoveryCodesLeft: 0,
    credit: '16.30',
    openOrder: '20261123-7K2M9QXA',
    passkeys: [],
    identities: [],
    devices: [device],
    deleteAfter: null,
  }
  return [
    bare,
    {
      ...bare,
      hasPassword: true,
      totp: true,
      recoveryCodesLeft: 8,
      passkeys: [{ id: 'one', name: 'Laptop', createdAt: now - 9 * dayMs, usedAt: null }],
      identities: [{ provider: 'x', name: 'X', email, createdAt: now - 9 * dayMs }],
      devices: [device, { ...device, id: 'other', current: false, address: '2001:db8:85a3:8d3:1319:8a2e:370:7348' }],
      deleteAfter: now + 7 * dayMs,
    },
  ]
}

export function Security({ now }: { now: number }) {
  return accountsAt(now).map((overview) => (
    <Part key={String(overview.totp)} name="PasswordCard, EmailCard, Totp, Passkeys, Identities, Devices, YourData">
      <div className="stack pair gap-24 at-start">
        <PasswordCard overview={overview} act={act} />
        <EmailCard overview={overview} act={act} />
        <Totp overview={overview} act={act} />
        <Passkeys overview={overview} act={act} now={now} />
        <Identities overview={overview} providers={[{ id: 'x', name: 'X' }]} linkError={null} act={act} />
        <Devices overview={overview} act={act} now={now} />
        <YourData overview={overview} act={act} />
      </div>
    </Part>
  ))
}
