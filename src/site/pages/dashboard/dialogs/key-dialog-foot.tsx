import { useTranslations } from 'use-intl'
import { SubmitButton } from '../../../ui/form/work-form.tsx'

export function Foot({ confirm, onClose, danger }: { confirm: string; onClose: () => void; danger?: boolean }) {
  const cancel = useTranslations('account')('prove.cancel')
  return (
    <div className="dialog-foot">
      <button type="button" className="btn btn-outline" onClick={onClose}>
        {cancel}
      </button>
      <SubmitButton className={`btn ${danger ? 'btn-danger' : 'btn-accent'}`}>{confirm}</SubmitButton>
    </div>
  )
}
