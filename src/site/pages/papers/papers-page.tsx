import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { AccountPage } from '../../account/account-page.tsx'
import { CardOf } from '../../account/card-of.tsx'
import { CursorPager } from '../../account/cursor-pager.tsx'
import { attempt } from '../../page/invoke.server.ts'
import { accountPage, translatorOf } from '../../page/page.server.ts'
import { PapersCard } from './papers-card.tsx'

export const loader = (args: LoaderFunctionArgs) =>
  accountPage(['paper', 'account'], async ({ url, locale }) => {
    const after = url.searchParams.get('after') ?? undefined
    const papers = await attempt(args, 'GET /api/billing/papers', { query: { after } })
    const title = translatorOf(locale, 'paper')('list.title' as never)
    return { papers, isFirst: after === undefined, head: { indexed: false, title } }
  })(args)

export default function PapersPage() {
  const t = useTranslations('paper.list')
  const { papers, isFirst } = useLoaderData<typeof loader>()
  return (
    <AccountPage title={t('title')} subtitle={t('noneText')} within="billing">
      <CardOf title={t('title')} read={papers}>
        {({ content, next }) => (
          <PapersCard papers={content}>
            <CursorPager label={t('title')} isFirst={isFirst} next={next} />
          </PapersCard>
        )}
      </CardOf>
    </AccountPage>
  )
}
