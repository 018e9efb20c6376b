import { createTranslator } from 'use-intl/core'
import type { Locale } from '#src/contract/locale.ts'
import type { Settings } from '#src/platform/settings.ts'
import { wordsOf } from '../words.server.ts'

export type LegalFacts = { operator: string; address: string; jurisdiction: string }

/** Who stands behind an installation, from the operator's settings; plain words where nothing was set. */
export function legalFacts(locale: Locale, { brand }: Settings): LegalFacts {
  const t = createTranslator({ locale, messages: wordsOf(locale, ['legal']), namespace: 'legal' })
  return {
    operator: brand.legalEntity ?? t('operator'),
    address: brand.legalAddress ?? t('address', { email: brand.supportEmail }),
    jurisdiction: brand.legalJurisdiction ?? t('jurisdiction'),
  }
}
