import { useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import './chart.css'
import './panels/stage/board.css'
import './panels/legend/legend.css'
import './panels/panels.css'
import './panels/phone/phone.css'
import './panels/side/side.css'
import './symbols/countries.css'
import './symbols/symbols.css'
import { refreshAccount, useAccount } from '../browser/account.ts'
import { dropHeldKeys, holdKeys } from '../browser/held-keys.ts'
import { useSite } from '../context/site-context.ts'
import type { PageHandle } from '../frame/frame.tsx'
import { publicPage } from '../page/page.server.ts'
import { type Access, accountAccess, demoAccess } from './data/access.ts'
import { GatewaySource } from './data/gateway-source.ts'
import type { Shared } from './state/shared-chart.ts'
import type { SearchAccess } from './state/symbols/symbol-search.ts'

export const loader = publicPage(['chart'])

/** The server does not use the symbol and interval in the address, so a change of the address needs no new data. */
export const shouldRevalidate = () => false

export const handle: PageHandle = { showFooter: false, showContact: false }

type Loaded = {
  App: typeof import('./chart-app.tsx').ChartApp
  source: GatewaySource
  access: SearchAccess
  shared: Shared
}
export default function ChartPage() {
  const t = useTranslations('chart')
  const loaded = useChart()
  return (
    <div className="column chart-page" data-keys="all">
      <h1 className="sr-only">{t('meta.title')}</h1>
      <noscript>
        <p className="chart-status">{t('needScript')}</p>
      </noscript>
      {loaded ? (
        <loaded.App source={loaded.source} access={loaded.access} shared={loaded.shared} retryAccess={refreshAccount} />
      ) : (
        <div className="chart-app" aria-busy="true">
          <div className="strip chart-bar" />
          <div className="chart-body">
            <div className="column chart-rail" />
            <div className="chart-stage" />
          </div>
        </div>
      )}
    </div>
  )
}

/** Loads the chart and its library once the page is shown and the account is known. */
function useChart(): Loaded | null {
  const { apiUrl } = useSite()
  const locale = useLocale()
  const account = useAccount()
  const [loaded, setLoaded] = useState<Loaded | null>(null)

  // Keys pressed while the chart loads are held. The chart handles them when it is ready (`use-shortcuts.ts`).
  useEffect(() => {
    holdKeys('page')
    return () => void dropHeldKeys()
  }, [])

  useEffect(() => {
    if (account.code === -1) return
    let left = false
    let source: GatewaySource | null = null
    const reader = searchAccessOf(account)
    const open = async () => {
      const [{ ChartApp }, access, shared] = await Promise.all([
        import('./chart-app.tsx'),
        accessOf(reader, apiUrl),
        sharedIn(window.location.hash),
      ])
      if (left) return
      source = new GatewaySource(access, locale)
      setLoaded({ App: ChartApp, source, access: reader, shared })
    }
    void open()
    return () => {
      left = true
      source?.[Symbol.dispose]()
    }
  }, [apiUrl, locale, account])

  // Opening a link to a shared chart on this page changes only the hash of the address, so the page must be reloaded.
  useEffect(() => {
    const read = () => isSharedHash(window.location.hash) && window.location.reload()
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  return loaded
}

function isSharedHash(hash: string): boolean {
  return hash.startsWith('#chart=')
}

async function sharedIn(hash: string): Promise<Shared> {
  if (!isSharedHash(hash)) return null
  const { readShared } = await import('./state/shared-chart.ts')
  return (await readShared(hash)) ?? 'broken'
}

/**
 * An account without a key sees the demo instruments, like a visitor, but the search says that a key is missing instead
 * of prompting for the login.
 */
function searchAccessOf(account: ReturnType<typeof useAccount>): SearchAccess {
  if (account.code === 500) return { kind: 'failed' }
  if (account.code !== 0 || !account.user) return { kind: 'visitor' }
  const { apiLevel, symbolTypes, userApiKey } = account.user
  return { kind: 'account', hasKey: userApiKey.length > 0, level: apiLevel, symbolTypes }
}

/** If the account's access cannot be loaded, such as after the end of the session, the chart has demo access. */
function accessOf(reader: SearchAccess, apiUrl: string): Promise<Access> | Access {
  if (reader.kind !== 'account' || !reader.hasKey) return demoAccess(apiUrl)
  return accountAccess().catch(() => demoAccess(apiUrl))
}
