import { expect, test } from 'vitest'
import { shellOf, shells } from '../browser/shell.ts'
import { manifestOf, routesOf } from './shell-build.ts'

const routes = Object.fromEntries(
  [
    ['root'],
    ['locale', 'root'],
    ['shell:public', 'locale'],
    ['home', 'shell:public'],
    ['not-found', 'shell:public'],
    ['shell:account', 'locale'],
    ['dashboard', 'shell:account'],
    ['shell:operator', 'locale'],
    ['operator/staff', 'shell:operator'],
    ['close-announcement', 'locale'],
    ['reader', 'root'],
    ['reader:not-found', 'reader'],
  ].map(([id = '', parentId]) => [id, { id, ...(parentId && { parentId }) }]),
)

test('only the console shell of the site has console routes, and the public shell has only public and shared routes', () => {
  expect(Object.keys(routesOf('public', routes))).toEqual([
    'root',
    'locale',
    'shell:public',
    'home',
    'not-found',
    'close-announcement',
  ])
  expect(Object.keys(routesOf('account', routes))).toContain('dashboard')
  expect(Object.keys(routesOf('none', routes))).toEqual(['root', 'reader', 'reader:not-found'])
  for (const shell of shells)
    expect(Object.hasOwn(routesOf(shell, routes), 'operator/staff'), shell).toBe(shell === 'operator')
})

test.each([
  ['/en-US', 'public'],
  ['/en-US/pricing', 'public'],
  ['/en-US/dashboards', 'public'],
  ['/en-US/constructor', 'public'],
  ['/en-US/dashboard', 'account'],
  ['/en-US/dashboard?mode=x', 'account'],
  ['/en-US/payment#paid', 'account'],
  ['/zh-CN/payment/7/receipt', 'account'],
  ['/zh-hk/Chart', 'account'],
  ['/zh-HK/operator/money', 'operator'],
  ['/fr-FR/operator', 'none'],
  ['/operator', 'none'],
  ['/', 'none'],
])('a page at the path %s belongs to the %s shell of the site', (path, shell) => {
  expect(shellOf(path)).toBe(shell)
})

test('each shell of the site has its own manifest file', () => {
  const manifest = {
    entry: { module: '/e.js', imports: [] },
    routes: {},
    url: '/assets/manifest-1a2b.js',
    version: '1a2b',
  }
  expect(manifestOf('account', manifest).url).toBe('/assets/manifest-account-1a2b.js')
  expect(new Set(shells.map((shell) => manifestOf(shell, manifest).url)).size).toBe(shells.length)
})
