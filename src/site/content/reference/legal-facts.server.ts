import { createTranslator } from 'use-intl/core'
import { sellerSettings } from '#src/billing/settings.ts'
import type { Locale } from '#src/contract/locale.ts'
import type { Settings } from '#src/platform/settings.ts'
import { standardWords } from '../../context/words.server.ts'
import { asMarkdown } from './as-markdown.ts'

export type LegalFacts = { operator: string; address: string; jurisdiction: string }

/** The operator of the installation, from the settings, as Markdown. Unset settings are replaced by general words. */
export function legalFacts(locale: Locale, settings: Settings): LegalFacts {
  const t = createTranslator({ locale, messages: standardWords(locale, ['legal']), namespace: 'legal' })
  const { legalEntity, legalAddress, legalJurisdiction } = settings.of(sellerSettings)
  return {
    operator: given(legalEntity) ?? t('operator'),
    address: given(legalAddress) ?? t('address', { email: settings.supportEmail }),
    jurisdiction: given(legalJurisdiction) ?? t('jurisdiction'),
  }
}

function given(setting: string | null): string | null {
  return setting ? asMarkdown(setting) : null
}
