import { useFormatter, useTranslations } from 'use-intl'
import type { ConsoleInstrument, MergePreview } from '#src/contract/operator/instruments.ts'
import { instrumentStates } from '#src/contract/values/instrument-state.ts'
import { Act, ActField } from '../../acts/act.tsx'
import { InstrumentFields } from './add-act.tsx'

type InstrumentActsProps = { instrument: ConsoleInstrument; merge: MergePreview | null }

export function InstrumentActs({ instrument, merge }: InstrumentActsProps) {
  const t = useTranslations('operatorData.instruments')
  const format = useFormatter()
  const { code, version, history } = instrument
  return (
    <>
      <Act
        name="edit"
        title={t('editTitle', { code })}
        effects={[t('editDoes')]}
        submit={t('editSubmit')}
        hidden={{ version }}
      >
        <InstrumentFields instrument={instrument} />
      </Act>
      <Act
        name="rename"
        title={t('renameTitle', { code })}
        effects={[t('renameDoes', { code }), t('everywhere')]}
        submit={t('renameSubmit')}
        hidden={{ version }}
      >
        <ActField label={t('newCode')} name="code" maxLength={32} autoComplete="off" required />
      </Act>
      {instrumentStates.map((state) => (
        <Act
          key={state}
          name="state"
          on={state}
          title={t(`toTitle.${state}`, { code })}
          effects={[t(`toDoes.${state}`), t('everywhere')]}
          submit={t(`toSubmit.${state}`)}
          hidden={{ version }}
          danger={state === 'delisted'}
        />
      ))}
      {merge && merge.refusal === null && (
        <Act
          name="merge"
          title={t('mergeTitle', { code, into: merge.into.code })}
          effects={[
            t('mergeMoves', {
              bars: format.number(history.bars),
              ticks: format.number(history.ticks),
              into: merge.into.code,
            }),
            t('mergeRules'),
            t('mergeEnds', { code, into: merge.into.code }),
          ]}
          submit={t('mergeSubmit')}
          hidden={{ version, into: merge.into.id }}
          danger
        />
      )}
    </>
  )
}
