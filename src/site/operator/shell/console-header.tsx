import { useMatches } from 'react-router'
import { useTranslations } from 'use-intl'
import { useSite } from '../../context/site-context.ts'
import { AccountMenu } from '../../frame/header/account-menu.tsx'
import { LanguageSwitch } from '../../frame/header/language-switch.tsx'
import { Mark } from '../../frame/header/mark.tsx'
import { ThemeSwitch } from '../../frame/header/theme-switch.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { SearchField } from '../search/search-field.tsx'
import { ZoneButton } from './console-zone.tsx'
import type { Loaded } from './loaded.ts'
import './console-header.css'

export function ConsoleHeader() {
  const t = useTranslations('operator')
  const { name } = useSite()
  const loaded = useMatches().at(-1)?.loaderData as Partial<Loaded<unknown>> | undefined
  const { verbs = [], roles = [] } = loaded?.desk ?? {}
  const may = (verb: string) => verbs.some((one) => one === verb)
  return (
    <header className="console-header">
      <div className="flow-middle console-row">
        <PageLink to="/operator" className="mark">
          <Mark />
          {name.toLowerCase()}
        </PageLink>
        <span className="tag">{t('tag')}</span>
        {may('customer.search') && <SearchField may={may} />}
        <div className="middle console-reader">
          <ZoneButton />
          <LanguageSwitch />
          <ThemeSwitch />
          <AccountMenu>
            <span className="panel-note">{roles.map((role) => t(`roles.${role}`)).join(' · ')}</span>
            <div className="middle console-reader-tools">
              <LanguageSwitch />
              <ThemeSwitch />
            </div>
          </AccountMenu>
        </div>
      </div>
    </header>
  )
}
