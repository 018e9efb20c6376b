import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clickEvents, clickSchema } from '#src/contract/account/support.ts'
import { debounceMs } from '#src/contract/site.ts'
import { answerConsent, loadTag, mayCount, setTagEnabled, trackClick } from './analytics.ts'

const tag = { scriptUrl: 'https://tag.example/tag.js', tagId: 'T-1', consent: 'given' } as const

let page: { pathname: string; origin: string }
let browser: { dataLayer?: unknown[]; [disable: `ga-disable-${string}`]: boolean }
let scripts: { src: string }[]
let sent: { path: string; click: Record<string, unknown> }[]
let leave: () => void

beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_000 })
  page = { pathname: '/en-US/pricing', origin: 'https://data.example' }
  ;[browser, scripts, sent] = [{}, [], []]
  vi.stubGlobal('location', page)
  vi.stubGlobal('addEventListener', (_pagehide: string, listener: () => void) => (leave = listener))
  vi.stubGlobal('window', browser)
  vi.stubGlobal('document', {
    title: 'Pricing',
    cookie: '',
    documentElement: { lang: 'en-US' },
    head: { append: (script: { src: string }) => scripts.push(script) },
    createElement: () => ({ src: '' }),
  })
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    sent.push({ path, click: JSON.parse(body) })
    return Response.json({})
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test.each(clickEvents)(
  'half a second after the last click, the click event %s is sent to the site and to the analytics tag',
  (event) => {
    browser.dataLayer = []
    trackClick(tag, event, 'first')
    vi.advanceTimersByTime(debounceMs - 1)
    trackClick(tag, event, 'last')
    vi.advanceTimersByTime(debounceMs - 1)
    expect(sent).toEqual([])
    vi.advanceTimersByTime(1)
    const fields = {
      page_path: '/en-US/pricing',
      page_title: 'Pricing',
      page_language: 'en-US',
      page_url: 'https://data.example/en-US/pricing',
      event_tags: 'last',
      event_time: 1_700_000_000_000 + debounceMs - 1,
    }
    expect(sent).toEqual([{ path: '/api/events', click: { event, ...fields } }])
    expect(clickSchema.parse(sent[0]?.click)).toEqual({ event, ...fields })
    expect(commands()).toEqual([['event', event, fields]])
  },
)

/** The commands as the tag's script reads them: it accepts `arguments` objects, not arrays. */
function commands(): unknown[][] {
  return (browser.dataLayer ?? [])
    .filter((command) => Object.prototype.toString.call(command) === '[object Arguments]')
    .map((command) => Array.from(command as ArrayLike<unknown>))
}

test('if a page is left within half a second of a click, the click is sent once', () => {
  trackClick(tag, 'click-contact-btn', 'wechat')
  leave()
  vi.advanceTimersByTime(2 * debounceMs)
  expect(sent.map(({ click }) => click.event_tags)).toEqual(['wechat'])
})

test('each click event has its own delay of half a second', () => {
  for (const event of clickEvents) trackClick(tag, event, '/pricing')
  vi.advanceTimersByTime(debounceMs)
  expect(sent.map(({ click }) => click.event)).toEqual(clickEvents)
})

test('where consent is required, click counting and the analytics script start only after consent', () => {
  const careful = { ...tag, consent: 'required' } as const
  const tryAll = () => {
    loadTag(careful)
    trackClick(careful, 'click-contact-btn', 'telegram')
    vi.advanceTimersByTime(debounceMs)
    return { consent: mayCount(careful), sent: sent.length, scripts: scripts.length }
  }
  expect(tryAll()).toEqual({ consent: null, sent: 0, scripts: 0 })
  answerConsent(false, true)
  expect(tryAll()).toEqual({ consent: false, sent: 0, scripts: 0 })
  answerConsent(true, true)
  expect(tryAll()).toEqual({ consent: true, sent: 1, scripts: 1 })
})

test('the analytics tag of the operator is loaded once with its id, and disabled on private pages', () => {
  loadTag(tag)
  loadTag(tag)
  expect(scripts).toMatchObject([{ src: 'https://tag.example/tag.js?id=T-1' }])
  expect(commands()).toEqual([
    ['js', expect.any(Date)],
    ['config', 'T-1'],
  ])
  expect(browser['ga-disable-T-1']).toBe(false)
  page.pathname = '/en-US/dashboard'
  loadTag(tag)
  expect(browser['ga-disable-T-1']).toBe(true)
  page.pathname = '/en-US/blog'
  loadTag(tag)
  expect(browser['ga-disable-T-1']).toBe(false)
})

test.each(['/en-US/login', '/zh-CN/callback/google', '/zh-HK/dashboard/usage', '/zh-CN/payment/7'])(
  'on the private page %s no click is counted and no analytics script is loaded',
  (pathname) => {
    page.pathname = pathname
    loadTag(tag)
    trackClick(tag, 'click-hearderLink-btn', '/pricing')
    vi.advanceTimersByTime(debounceMs)
    expect([sent, scripts]).toEqual([[], []])
  },
)

test('disabling one analytics tag does not disable another', () => {
  setTagEnabled('A', false)
  setTagEnabled('B', true)
  expect(browser).toEqual({ 'ga-disable-A': true, 'ga-disable-B': false })
})

test('an analytics script without a tag id is not loaded, and the log states the reason', () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  loadTag({ ...tag, tagId: null })
  expect(log).toHaveBeenCalledWith('Missing Google tag ID')
  expect(scripts).toEqual([])
})
