import type { Page } from '@playwright/test'
import type { People, Reader } from './people.ts'

/**
 * `path` comes after the language in the address. `before` stubs the responses of the gateway. `bring` brings the page
 * into the state to check, in any language.
 */
export type CheckedPage = {
  name: string
  path: string
  reader?: Reader
  before?: (page: Page) => Promise<void>
  bring?: (page: Page) => Promise<void>
}

const publicPaths = [
  '/pricing',
  '/contact',
  ...['stocks', 'indices', 'forex', 'crypto', 'future', 'fund'].map((name) => `/products/${name}`),
  '/coverage',
  '/docs',
  '/docs/quick-start',
  '/docs/limits',
  '/docs/errors',
  '/docs/security',
  '/docs/rest',
  '/docs/rest/stock',
  '/docs/stream',
  '/docs/playground',
  '/docs/indicators',
  '/docs/search?q=limit',
  '/blog',
  '/docs/guides/reading-a-gap-in-a-stream',
  '/docs/guides/what-final-means-on-a-bar',
  '/faq',
  '/terms',
  '/privacy',
  '/chart',
  '/chart?symbol=NASDAQ:NOPE',
  '/nothing-here',
  '/error',
  '/login',
  '/login?mode=signup',
  '/login?mode=reset',
  '/dev/parts',
]

const accountPages = [
  '',
  '/usage',
  '/alerts',
  '/orders',
  '/billing',
  '/team',
  '/tickets',
  '/activity',
  '/security',
  '/preferences',
]

const consolePaths = [
  '',
  '/customers',
  ...['', '?view=held', '?view=refunds', '?view=sweeps', '?view=networks', '?view=accounting'].map(
    (view) => `/money${view}`,
  ),
  ...['', '?view=coupons', '?view=coupons&do=coupon', '?view=deals', '?do=publish'].map((view) => `/plans${view}`),
  '/tickets',
  '/tickets/texts',
  '/data',
  '/data?do=upload',
  '/data/coverage',
  '/data/sources',
  '/data/instruments',
  '/data/instruments/1',
  '/data/instruments/1/actions?do=set',
  '/data/calendars?calendar=NYSE&year=2026&do=set&on=2026-12-24',
  '/data/feed-keys',
  '/data/feed-keys?do=create',
  '/data/checks',
  '/data/checks?state=accepted',
  '/data/checks?do=check',
  '/data/checks?do=recompute&class=crypto&from=2026-11-20&to=2026-11-23&way=all',
  '/content',
  '/content?do=announce',
  '/content/text?path=en-US/terms.md',
  '/content/text?path=en-US/terms.md&do=keep',
  '/content/changelog?entry=1',
  '/content/changelog?do=add',
  '/content/incidents?do=open',
  '/staff',
  '/audit',
  '/brand',
  '/installation',
  '/installation?do=rotate',
  '/handbook',
  '/handbook?q=backup',
  ...['scale', 'performance', 'backup', 'settings'].map((slug) => `/handbook/${slug}`),
]

export function pagesToCheck({ numbers }: People): CheckedPage[] {
  const { paid, cancelled, waiting, part: partial, ticket, customer, invitation } = numbers
  const page = (name: string, path: string, reader: Reader): CheckedPage => ({ name, path, reader })
  return [
    { name: '/', path: '' },
    ...publicPaths.map((path) => ({ name: path, path })),
    ...chartStates,
    ...accountPages.map((path) => page(`/dashboard${path}`, `/dashboard${path}`, 'busy')),
    page('fresh dashboard', '/dashboard', 'fresh'),
    page('fresh usage', '/dashboard/usage', 'fresh'),
    { ...page('menu of a key', '/dashboard', 'busy'), bring: (it) => it.locator('.key-menu > summary').last().click() },
    { ...page('reset of a key', '/dashboard', 'busy'), bring: openReset },
    page('fresh team', '/dashboard/team', 'fresh'),
    page('team of a member', '/dashboard/team', 'member'),
    page('keys for a team', '/dashboard', 'member'),
    page('invitation', `/dashboard/team/join?token=${invitation}`, 'fresh'),
    page('invitation that is over', '/dashboard/team/join?token=none', 'busy'),
    page('ticket', `/dashboard/tickets/${ticket}`, 'busy'),
    page('/payment', '/payment', 'fresh'),
    page('payment with an open order', '/payment', 'busy'),
    page('renewal', '/payment?plan=integrated-professional', 'busy'),
    page('order waiting', `/payment/${waiting}`, 'busy'),
    page('order part paid', `/payment/${partial}`, 'part'),
    page('order paid', `/payment/${paid}`, 'busy'),
    page('order cancelled', `/payment/${cancelled}`, 'busy'),
    page('receipt', `/payment/${paid}/receipt`, 'busy'),
    ...[...consolePaths, `/customers/${customer}`, `/tickets/${ticket}`].map((path) =>
      page(`/operator${path}`, `/operator${path}`, 'owner'),
    ),
  ]
}

/** The chart while the gateway's responses are pending, empty or failed. Its stream stays silent. */
const chartStates: CheckedPage[] = (['loading', 'none', 'failed'] as const).map((state) => ({
  name: `chart, ${state}`,
  path: '/chart?symbol=NASDAQ:AAPL',
  async before(page) {
    await page.routeWebSocket(/\/stream/, () => {})
    await page.route(/\/(depth|ticks?|trades|kline|quotes?)\?/, async (route) => {
      if (state === 'failed') await route.abort()
      if (state === 'none')
        await route.fulfill({ json: { code: 0, msg: 'ok', data: emptyAnswer(route.request().url()) } })
    })
  },
  bring: (page) =>
    page
      .locator(state === 'loading' ? '.chart-loading' : '.chart-status')
      .first()
      .waitFor(),
}))

function emptyAnswer(url: string): object {
  return /\/depth\?/.test(url) ? { a: [], b: [] } : /\/quotes?\?/.test(url) ? {} : []
}

async function openReset(page: Page): Promise<void> {
  await page.locator('.key-menu > summary').first().click()
  await page.locator('.key-menu [data-act="reset"]').first().click()
  await page.locator('dialog[open]').waitFor()
}
