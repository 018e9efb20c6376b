import { useTranslations } from 'use-intl'
import { assetClasses } from '#src/contract/market.ts'
import { Act, ActField, ActSelect } from '../../acts/act.tsx'
import type { Reader } from '../../shell/console-page.tsx'

export function CheckAct({ reader }: { reader: Reader }) {
  const t = useTranslations('operatorChecks')
  const classes = useTranslations('operatorData.classes')
  if (!reader.may('bars.verify')) return null
  return (
    <Act
      name="check"
      title={t('checkTitle')}
      effects={[t('checkReads'), t('checkBackground'), t('checkMends')]}
      submit={t('checkSubmit')}
    >
      <ActField label={t('symbol')} name="symbol" hint={t('symbolHint')} maxLength={60} autoComplete="off" />
      <div className="act-pair">
        <ActSelect label={t('class')} name="class" defaultValue="">
          <option value="">{t('any')}</option>
          {assetClasses.map((name) => (
            <option key={name} value={name}>
              {classes(name)}
            </option>
          ))}
        </ActSelect>
        <ActField label={t('region')} name="region" maxLength={4} autoComplete="off" />
        <ActField label={t('from')} name="from" type="date" />
        <ActField label={t('to')} name="to" type="date" />
      </div>
    </Act>
  )
}
