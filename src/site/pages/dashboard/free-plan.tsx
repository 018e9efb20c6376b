import { useTranslations } from 'use-intl'
import type { ApiKey } from '#src/contract/account/keys.ts'
import { invoke } from '../../browser/invoke.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.tsx'

export function mayContinueForFree({ market, status }: ApiKey): boolean {
  return market === 'integrated' && status === 'expired'
}

export function FreePlan({ apiKey, className, onChange }: { apiKey: ApiKey; className: string; onChange: () => void }) {
  const t = useTranslations('dashboard.free')
  const change = async () => {
    const message = t('message', { key: apiKey.key })
    if (!(await confirm({ title: t('title'), message, confirm: t('action') }))) return
    const result = await invoke('POST /api/keys/{id}/free', { params: { id: apiKey.id } })
    toast(result.ok ? t('done') : (result.refusal.msg ?? t('failed')), result.ok ? 'success' : 'error')
    onChange()
  }
  return (
    <button type="button" className={`${className} needs-script`} onClick={() => void change()}>
      {t('action')}
    </button>
  )
}
