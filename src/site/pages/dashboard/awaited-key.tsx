import { useTranslations } from 'use-intl'
import type { ApiKey, AwaitedKey as Awaited } from '#src/contract/account/keys.ts'
import { developers } from '#src/contract/team/team-role.ts'
import { useMay } from '../../account/acting.tsx'
import { invoke } from '../../browser/invoke.ts'
import type { Prove } from '../../proof/use-proof.tsx'
import { WorkButton } from '../../ui/form/work-button.tsx'
import { useMoment } from '../../ui/time/moment.tsx'
import { toast } from '../../ui/toast.tsx'

type AwaitedKeyProps = {
  awaited: Awaited
  now: number
  prove: Prove
  onIssued: (key: ApiKey) => void
  onRefused: () => void
}

/** Shown while the integrated key is revoked. A new key can be issued at most once a day. */
export function AwaitedKey({ awaited, now, prove, onIssued, onRefused }: AwaitedKeyProps) {
  const t = useTranslations('dashboard.awaited')
  const { deadline, moment } = useMoment()
  const { planName: plan, isFree, expiresAt, issueFrom } = awaited
  const date = moment(expiresAt, 'longDay')
  const mayIssue = useMay(developers)
  const issue = async () => {
    const result = await prove(() => invoke('POST /api/keys', {}))
    if (result.ok) onIssued(result.data)
    else if (result.refusal.error !== 'recent_signin_required') {
      toast(result.refusal.msg ?? t('failed'), 'error')
      onRefused()
    }
  }
  return (
    <section className="card" aria-labelledby="awaited-key">
      <div className="card-head">
        <h2 id="awaited-key">{t('title')}</h2>
        <small>{plan}</small>
      </div>
      <div className="card-body column gap-12 grow">
        <p>{isFree ? t('free', { plan }) : t(expiresAt > now ? 'running' : 'ended', { plan, date })}</p>
        {mayIssue && issueFrom !== null && <p className="notice">{t('wait', { time: deadline(issueFrom) })}</p>}
        {mayIssue && (
          <p>
            <WorkButton className="btn btn-accent needs-script" disabled={issueFrom !== null} work={issue}>
              {t('issue')}
            </WorkButton>
          </p>
        )}
      </div>
    </section>
  )
}
