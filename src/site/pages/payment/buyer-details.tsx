import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { DetailsFields } from '../buyer/details-fields.tsx'

/** The buyer's details in the order form; unfolded if details are stored or were refused. */
export function BuyerDetails(props: ComponentProps<typeof DetailsFields>) {
  const t = useTranslations('payment.summary')
  const isKnown = Object.values(props.details).some((text) => text !== '')
  return (
    <details className="pay-buyer" open={isKnown || Boolean(props.refusal)}>
      <summary>{t('buyer')}</summary>
      <div className="stack form">
        <p className="quiet">{t('buyerNote')}</p>
        <DetailsFields {...props} />
      </div>
    </details>
  )
}
