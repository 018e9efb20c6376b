import { useTranslations } from 'use-intl'
import type { ApiKey } from '#src/contract/account/keys.ts'
import { invoke } from '../../browser/invoke.ts'
import { WorkButton } from '../../ui/form/work-button.tsx'
import { toast } from '../../ui/toast.tsx'

export function mayContinueForFree({ market, status }: ApiKey): boolean {
  return market === 'integrated' && status === 'expired'
}

export function FreePlan({ apiKey, className, onChange }: { apiKey: ApiKey; className: string; onChange: () => void }) {
  const t = useTranslations('dashboard.free')
  const change = async () => {
    const result = await invoke('POST /api/keys/{id}/free', { params: { id: apiKey.id } })
    toast(result.ok ? t('done') : (result.refusal.msg ?? t('failed')), result.ok ? 'success' : 'error')
    onChange()
  }
  return (
    <WorkButton
      className={`${className} needs-script`}
      question={{ title: t('title'), message: t('message', { key: apiKey.key }), confirm: t('action') }}
      work={change}
    >
      {t('action')}
    </WorkButton>
  )
}
