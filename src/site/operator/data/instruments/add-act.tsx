import { useTranslations } from 'use-intl'
import { assetClasses } from '#src/contract/market.ts'
import type { ConsoleInstrument } from '#src/contract/operator/instruments.ts'
import { Act, ActField, ActSelect } from '../../acts/act.tsx'
import { fieldNames } from './fields.ts'

export function AddAct() {
  const t = useTranslations('operatorData.instruments')
  const classes = useTranslations('operatorData.classes')
  return (
    <Act name="add" title={t('addTitle')} effects={[t('addDoes')]} submit={t('addSubmit')}>
      <ActSelect label={t('class')} name="class" defaultValue="stock">
        {assetClasses.map((name) => (
          <option key={name} value={name}>
            {classes(name)}
          </option>
        ))}
      </ActSelect>
      <ActField label={t('region')} name="region" maxLength={2} placeholder="US" autoComplete="off" required />
      <ActField label={t('exchange')} name="exchange" maxLength={20} placeholder="NYSE" autoComplete="off" />
      <ActField label={t('code')} name="code" maxLength={32} autoComplete="off" required />
      <InstrumentFields instrument={null} />
    </Act>
  )
}

export function InstrumentFields({ instrument }: { instrument: ConsoleInstrument | null }) {
  const t = useTranslations('operatorData.instruments')
  const standard = { priceStep: '0.01', lot: '1' } as const
  return (
    <>
      <ActField
        label={t('name')}
        name="name"
        defaultValue={instrument?.name}
        maxLength={400}
        autoComplete="off"
        required
      />
      {fieldNames.map((name) => (
        <ActField
          key={name}
          label={t(`fields.${name}`)}
          name={name}
          defaultValue={instrument?.[name] ?? (name === 'priceStep' || name === 'lot' ? standard[name] : '')}
          inputMode={name === 'priceStep' || name === 'lot' ? 'decimal' : 'text'}
          maxLength={400}
          autoComplete="off"
          required={name === 'priceStep' || name === 'lot'}
        />
      ))}
    </>
  )
}
