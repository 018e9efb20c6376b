import { createTranslator } from 'use-intl/core'
import { offeredChains } from '#src/billing/settings.ts'
import type { Locale } from '#src/contract/locale.ts'
import type { Platform } from '#src/platform/platform.ts'
import { wordsOf } from '../../context/words.server.ts'

/** The payment networks of the installation with their chains, such as `TRC20 (TRON) or ETC20 (Ethereum)`. */
export function networkNames(locale: Locale, ctx: Pick<Platform, 'settings' | 'kept'>): string {
  const t = createTranslator({ locale, messages: wordsOf(ctx, locale, ['pricing']), namespace: 'pricing.networks' })
  const names = offeredChains(ctx.settings).map(({ code, chainName }) =>
    t('one', { code, chain: chainName === 'Ethereum' ? t('ethereum') : chainName }),
  )
  const last = names.pop() ?? ''
  return names.length === 0 ? last : t('or', { before: names.join(t('comma')), last })
}
