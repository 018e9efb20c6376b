import { useTranslations } from 'use-intl'
import type { TextFile } from '#src/contract/operator/content/content.ts'

export function Faults({ faults }: { faults: TextFile['faults'] }) {
  const t = useTranslations('operatorContent.faults')
  return (
    <ul className="stack gap-4 top-4 breakable fault-list">
      {faults.map(({ name, at }) => (
        <li key={`${name} ${at}`}>{t(name, { at })}</li>
      ))}
    </ul>
  )
}
