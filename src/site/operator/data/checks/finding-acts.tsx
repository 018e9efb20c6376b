import { useTranslations } from 'use-intl'
import type { Finding } from '#src/contract/operator/data/findings.ts'
import { Act, ActField } from '../../acts/act.tsx'

export function AcceptActs({ findings }: { findings: readonly Finding[] }) {
  const t = useTranslations('operatorChecks')
  return findings
    .filter(({ state }) => state === 'open')
    .map(({ id, version, kind, key: symbol }) => (
      <Act
        key={id}
        name="accept"
        on={id}
        title={t('acceptTitle', { kind: t(`kinds.${kind}`), symbol })}
        effects={[t('acceptStays'), t('acceptQuiet')]}
        submit={t('acceptSubmit')}
        hidden={{ version }}
      >
        <ActField label={t('note')} name="note" hint={t('noteHint')} maxLength={500} autoComplete="off" />
      </Act>
    ))
}
