import { useTranslations } from 'use-intl'
import { assetClasses } from '#src/contract/market.ts'
import type { ConsoleInstrument, Place } from '#src/contract/operator/instruments.ts'
import { Act, ActField, ActSelect } from '../../acts/act.tsx'
import { fieldNames } from './fields.ts'
import { ExchangeOptions, RegionOptions } from './place-options.tsx'

export function AddAct({ places }: { places: readonly Place[] }) {
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
      <ActSelect label={t('region')} name="region" defaultValue="US" required>
        <RegionOptions places={places} crypto={classes('crypto')} />
      </ActSelect>
      <ActSelect label={t('exchange')} name="exchange" defaultValue="">
        <option value="">{t('unknown')}</option>
        <ExchangeOptions places={places} />
      </ActSelect>
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
