import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import type { PageHandle } from '../../frame/frame.tsx'
import { notFound, personalPage } from '../../page/page.server.ts'
import { Dialogs, Forms, Security } from './account.tsx'
import { Controls } from './controls.tsx'
import { Figures } from './figures.tsx'
import { Keys, keysAt } from './keys.tsx'
import { Orders } from './orders.tsx'
import { Use } from './use.tsx'
import './parts.css'
import '../../account/account.css'
import '../login/login.css'
import '../security/security.css'
import '../usage/usage.css'

export const handle: PageHandle = { showContact: false }

/**
 * Shows components in their states, so that a change of a style can be checked. The page exists only in the sandbox.
 */
export const loader = (args: LoaderFunctionArgs) =>
  personalPage(
    ['payment', 'dashboard', 'account', 'plans', 'home', 'usage', 'login', 'security', 'request', 'frame', 'products'],
    ({ ctx, url }) => {
      if (ctx.settings.mode !== 'sandbox') throw notFound(url)
      return { now: ctx.clock.now(), head: { title: 'Parts', indexed: false } }
    },
  )(args)

export default function Parts() {
  const { now } = useLoaderData<typeof loader>()
  const [key] = keysAt(now, useTranslations('plans.tiers'))
  return (
    <div className="wrap stack parts">
      <h1 className="page-title">Parts</h1>
      <Controls />
      <Figures />
      <Keys now={now} />
      {key && <Use now={now} apiKey={key} />}
      <Orders now={now} />
      {key && <Dialogs apiKey={key} />}
      <Forms />
      <Security now={now} />
    </div>
  )
}
