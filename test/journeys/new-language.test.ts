import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allWords } from '#src/locales/all-words.ts'
import { addedTag, inOtherLetters, type Tree, treeWithAddedLanguage } from '#test/fixtures/added-language.ts'
import { type Customer, signUp } from '#test/fixtures/customer.ts'
import { operate } from '#test/fixtures/operator-cli.ts'
import { sitePages } from '#test/fixtures/site-paths.ts'
import { type Spawned, spawnProduct } from '#test/fixtures/spawned.ts'
import { signUpStaff } from '#test/fixtures/staff-sign-up.ts'
import { usedDataDir } from '#test/fixtures/used-data-dir.ts'

const started = new AsyncDisposableStack()
let tree: Tree
let product: Spawned
let dataDir: string
let ada: Customer
let owner: Customer

beforeAll(async () => {
  tree = started.use(await treeWithAddedLanguage())
  await tree.build()
  dataDir = started.use(await usedDataDir()).path
  product = started.use(await spawnProduct(dataDir, { PROCESSES: '1' }, [], tree.path))
  await product.ready()
  ada = await signUp(product.site, 'ada@example.com')
  owner = await signUpStaff(product.site, dataDir, 'owner')
})
afterAll(() => started.disposeAsync())

async function read(path: string): Promise<string> {
  const cookie = path.startsWith('/operator')
    ? owner.cookie
    : /^.(dashboard|payment|chart)/.test(path)
      ? ada.cookie
      : ''
  const answer = await fetch(`${product.site}/${addedTag}${path}`, { headers: { cookie }, redirect: 'manual' })
  const status = { '/404': 404, '/error': 500 }[path] ?? 200
  expect.soft([path, answer.status]).toEqual([path, status])
  return answer.text()
}

const wish = { planId: 'integrated-base', period: 'month', network: 'TRC20', currency: 'USDT' }

/**
 * Pages that are not opened by their route: documents, whose addresses come from the sitemap, and pages that only
 * redirect or need an import.
 */
const noPages = [
  ...[
    '/docs/*',
    '/docs/rest/*',
    '/docs/guides/*',
    '/blog/*',
    '/operator/handbook/:slug',
    '/*',
    '/operator/data/imports/:id',
  ],
  ...['/callback', '/dashboard/team/join', '/announcements/:id/dismiss', '/language', '/signout'],
]

/** Console pages whose address opens the form of an act that has fields for each language. */
const forms = [
  'content?do=announce',
  'content/changelog?do=add',
  'content/incidents?do=open',
  'tickets/texts?do=add',
].map((page) => `/operator/${page}`)

async function listed(): Promise<string[]> {
  const sitemap = await (await fetch(`${product.site}/sitemap.xml`)).text()
  const paths = [...sitemap.matchAll(new RegExp(`<loc>[^<]*/${addedTag}([^<]*)</loc>`, 'g'))].map(
    ([, path = '']) => path,
  )
  expect(paths.length).toBeGreaterThan(30)
  // A few documents of each folder suffice, since the same code renders all of them.
  return [...Map.groupBy(paths, (path) => path.split('/').slice(0, 2).join('/')).values()].flatMap((kind) =>
    kind.slice(0, 4),
  )
}

/** English texts by name. `sentences`: the texts that are sentences. */
const english = new Map(leavesOf(allWords['en-US'], ''))
const sentences = new Set([...english.values()].filter((text) => /[a-z] [a-z]/i.test(text) && !/[{}<>'`]/.test(text)))
/** The sample data contains this name of an instrument, so the name does not show a missing translation. */
sentences.delete('Apple Inc.')

function leavesOf(tree: object, above: string): [name: string, text: string][] {
  return Object.entries(tree).flatMap(([name, text]: [string, unknown]) =>
    typeof text === 'object' && text !== null ? leavesOf(text, `${above}${name}.`) : [[above + name, String(text)]],
  )
}

/** English texts in a page, and texts shown as their key. */
function faultsOf(html: string): string[] {
  const shown = html.replaceAll(/<(script|style|pre|code)\b.*?<\/\1>/gs, '<>')
  const attributes = [...shown.matchAll(/ (?:aria-label|title|placeholder|alt|content)="([^"]*)"/g)].map(
    ([, text = '']) => text,
  )
  return [...shown.split(/<[^>]*>/), ...attributes]
    .map((text) => text.replaceAll('&#x27;', "'").replaceAll('&amp;', '&').replaceAll(/\s+/g, ' ').trim())
    .filter((text) => english.has(text) || (sentences.has(text) && inOtherLetters(text) !== text))
}

test('the language check reports a file that is missing in a language', async () => {
  expect(await tree.missing()).toEqual([])
  const [file, aside] = ['src/locales/en-XA/mails.ts', 'mails.ts'].map((name) => join(tree.path, name))
  await rename(file ?? '', aside ?? '')
  expect(await tree.missing()).toEqual(['src/locales/en-XA/mails.ts'])
  await rename(aside ?? '', file ?? '')
})

test('every page exists in the new language and contains no English text', async () => {
  const { ticket } = (await ada.call('/api/tickets', { message: 'Where is it?' })).body.data
  const { orderNo } = (await ada.call('/api/order', wish)).body.data
  await operate(dataDir, 'payments settle', orderNo, '--reason', 'Paid by bank')
  const [paper] = (await ada.call('/api/billing/papers')).body.data.content
  const { id } = (await ada.call('/api/userinfo')).body.data
  const pages = [...new Set(sitePages.map(({ path }) => path))].filter((path) => !noPages.includes(path))
  const fill = (path: string) =>
    path
      .replace('customers/:id', `customers/${id}`)
      .replace('instruments/:id', 'instruments/1')
      .replace('tickets/:id', `tickets/${ticket}`)
      .replace(':no', orderNo)
      .replace('papers/:number', `papers/${paper.number}`)
      .replace(/content\/text$/, `content/text?path=${addedTag}/terms.md`)
  const faults: Record<string, string[]> = {}
  for (const path of [...(await listed()), ...pages.map(fill), ...forms, '/dashboard/team/join?token=none']) {
    const html = await read(path)
    const found = faultsOf(html)
    if (found.length > 0) faults[path] = found
  }
  expect(faults).toEqual({})
})

test('a console form has fields for a new language, and the status page shows an incident in that language', async () => {
  const form = await read('/operator/content/incidents?do=open')
  for (const field of ['title', 'text']) expect(form).toContain(`name="${field}-${addedTag}"`)
  await operate(
    dataDir,
    'incident open',
    ...[
      '--impact',
      'down',
      '--components',
      'site',
      `--title-${addedTag}`,
      'Öwn tïtle',
      `--text-${addedTag}`,
      'Öwn text',
    ],
  )
  await expect.poll(() => read('/status')).toContain('Öwn tïtle')
  const inEnglish = async () => (await fetch(`${product.site}/en-US/status`)).text()
  await expect.poll(inEnglish).toContain(`<h3 lang="${addedTag}">Öwn tïtle</h3>`)
})
