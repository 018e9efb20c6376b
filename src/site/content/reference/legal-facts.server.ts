import { createTranslator } from 'use-intl/core'
import type { Locale } from '#src/contract/locale.ts'
import type { Settings } from '#src/platform/settings.ts'
import { wordsOf } from '../../page/words.server.ts'
import { asMarkdown } from './as-markdown.ts'

export type LegalFacts = { operator: string; address: string; jurisdiction: string }

/** Who stands behind an installation, from the operator's settings, as Markdown; plain words where nothing was set. */
export function legalFacts(locale: Locale, { brand }: Settings): LegalFacts {
  const t = createTranslator({ locale, messages: wordsOf(locale, ['legal']), namespace: 'legal' })
  return {
    operator: given(brand.legalEntity) ?? t('operator'),
    address: given(brand.legalAddress) ?? t('address', { email: brand.supportEmail }),
    jurisdiction: given(brand.legalJurisdiction) ?? t('jurisdiction'),
  }
}

function given(setting: string | null): string | null {
  return setting ? asMarkdown(setting) : null
}
