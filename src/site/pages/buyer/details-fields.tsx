import { useTranslations } from 'use-intl'
import type { BillingDetails } from '#src/contract/account/credit.ts'
import type { Refused } from '#src/contract/account/refused.ts'
import { Field, SelectField, TextAreaField } from '../../ui/field.tsx'
import type { Countries } from './countries.server.ts'

type DetailsFieldsProps = {
  details: BillingDetails
  countries: Countries
  refusal?: Pick<Refused, 'param' | 'msg'> | null
}

/** The buyer's details on papers, all optional. Needs the messages of `account`. */
export function DetailsFields({ details, countries, refusal }: DetailsFieldsProps) {
  const t = useTranslations('account.buyer')
  const at = (param: string) => (refusal?.param === param ? refusal.msg : undefined)
  return (
    <>
      <Field
        label={t('name')}
        name="name"
        autoComplete="organization"
        maxLength={200}
        defaultValue={details.name}
        error={at('name')}
      />
      <TextAreaField
        label={t('address')}
        name="address"
        rows={2}
        autoComplete="street-address"
        maxLength={300}
        defaultValue={details.address}
        error={at('address')}
      />
      <SelectField
        label={t('country')}
        name="country"
        autoComplete="country"
        defaultValue={details.country}
        error={at('country')}
      >
        <option value="">{t('noCountry')}</option>
        {countries.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <Field
        label={t('taxId')}
        name="taxId"
        autoComplete="off"
        maxLength={60}
        hint={t('taxIdHint')}
        defaultValue={details.taxId}
        error={at('taxId')}
      />
    </>
  )
}
