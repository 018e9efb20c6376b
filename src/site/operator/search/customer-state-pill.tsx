import { useTranslations } from 'use-intl'
import type { CustomerState } from '#src/contract/operator/customers/customers.ts'
import { Pill, type Tone } from '../parts/marks/pill.tsx'

const tones: Record<CustomerState, Tone> = { active: 'good', suspended: 'bad', leaving: 'warn' }

export function CustomerStatePill({ state }: { state: CustomerState }) {
  const t = useTranslations('operator.customerStates')
  return <Pill tone={tones[state]}>{t(state)}</Pill>
}
