import { useMatches } from 'react-router'
import { useTranslations } from 'use-intl'
import { AccountMenu } from '../../frame/header/account-menu.tsx'
import { LanguageSwitch } from '../../frame/header/language-switch.tsx'
import { ThemeSwitch } from '../../frame/header/theme-switch.tsx'
import { useFrameData } from '../../frame/use-frame-data.ts'
import { Part } from '../../parts/part.tsx'
import { SearchField } from '../search/search-field.tsx'
import { ZoneButton } from './console-zone.tsx'
import type { Loaded } from './loaded.ts'
import './console-header.css'

export function ConsoleHeader() {
  const t = useTranslations('operator')
  const { brand } = useFrameData()
  const loaded = useMatches().at(-1)?.loaderData as Partial<Loaded<unknown>> | undefined
  const { verbs = [], roles = [] } = loaded?.desk ?? {}
  const may = (verb: string) => verbs.some((one) => one === verb)
  return (
    <header className="console-header">
      <div className="flow-middle gap-0-12 console-row">
        <Part part={brand} />
        <span className="tag">{t('tag')}</span>
        {may('customer.search') && <SearchField may={may} />}
        <div className="middle console-reader">
          <ZoneButton />
          <LanguageSwitch />
          <ThemeSwitch />
          <AccountMenu>
            <span className="panel-note">{roles.map((role) => t(`roles.${role}`)).join(' · ')}</span>
            <div className="middle apart console-reader-tools">
              <LanguageSwitch />
              <ThemeSwitch />
            </div>
          </AccountMenu>
        </div>
      </div>
    </header>
  )
}
