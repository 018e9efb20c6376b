import { createTranslator } from 'use-intl/core'
import { sellerSettings } from '#src/billing/settings.ts'
import type { Locale } from '#src/contract/locale.ts'
import { type BrandHolder, brandOf } from '#src/platform/brand/brand.ts'
import { standardWords } from '../../context/words.server.ts'
import { asMarkdown } from './as-markdown.ts'

/**
 * `poweredBy`: a sentence that names the software; '' if the operator turned it off, or if the brand has the software's
 * name.
 */
export type LegalFacts = Record<'operator' | 'address' | 'jurisdiction' | 'poweredBy', string>

const software = 'Tapewire'

/** The operator of the installation, as Markdown. Unset facts are replaced by general words. */
export function legalFacts(locale: Locale, ctx: BrandHolder): LegalFacts {
  const t = createTranslator({ locale, messages: standardWords(locale, ['legal']), namespace: 'legal' })
  const { legalJurisdiction } = ctx.settings.of(sellerSettings)
  const { name, legalName, legalAddress, supportEmail, poweredBy } = brandOf(ctx)
  return {
    operator: given(legalName) ?? t('operator'),
    address: given(legalAddress) ?? t('address', { email: supportEmail }),
    jurisdiction: given(legalJurisdiction) ?? t('jurisdiction'),
    poweredBy: poweredBy && name !== software ? t('poweredBy', { software }) : '',
  }
}

function given(setting: string | null): string | null {
  return setting ? asMarkdown(setting) : null
}
