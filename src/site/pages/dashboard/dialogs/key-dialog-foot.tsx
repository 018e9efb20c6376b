import { useTranslations } from 'use-intl'

export function Foot({ confirm, onClose, danger }: { confirm: string; onClose: () => void; danger?: boolean }) {
  const cancel = useTranslations('account')('prove.cancel')
  return (
    <div className="dialog-foot">
      <button type="button" className="btn btn-outline" onClick={onClose}>
        {cancel}
      </button>
      <button type="submit" className={`btn ${danger ? 'btn-danger' : 'btn-accent'}`}>
        {confirm}
      </button>
    </div>
  )
}
