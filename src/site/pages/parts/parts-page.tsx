import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { PageHandle } from '../../frame/frame.tsx'
import { notFound, personalPage } from '../../page/page.server.ts'
import { Controls } from './controls.tsx'
import { Figures } from './figures.tsx'
import { Keys } from './keys.tsx'
import { Orders } from './orders.tsx'
import './parts.css'
import '../../account/account.css'

export const handle: PageHandle = { showContact: false }

/** Every component in every state, in the sandbox alone: what a change of a style has to be looked at in. */
export const loader = (args: LoaderFunctionArgs) =>
  personalPage(['payment', 'dashboard', 'account', 'plans', 'home'], ({ ctx, url }) => {
    if (ctx.settings.mode !== 'sandbox') throw notFound(url)
    return { now: ctx.clock.now(), head: { title: 'Parts', indexed: false } }
  })(args)

export default function Parts() {
  const { now } = useLoaderData<typeof loader>()
  return (
    <div className="wrap parts">
      <h1 className="page-title">Parts</h1>
      <Controls />
      <Figures />
      <Keys now={now} />
      <Orders now={now} />
    </div>
  )
}
