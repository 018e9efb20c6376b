import type { UNSAFE_AssetsManifest as AssetsManifest, ServerBuild } from 'react-router'
import type { Shell } from '../browser/shell.ts'

type Routes = Readonly<Record<string, { id: string; parentId?: string; path?: string } | undefined>>

/**
 * Routes of every shell except `none`. `not-found` loads another shell's address (`pages/errors/not-found-page.tsx`).
 */
const everywhere = ['root', 'locale', 'shell:public', 'not-found', 'close-announcement']
/**
 * Addresses that only documents without scripts request. They only redirect, so the router in the browser does not know
 * them.
 */
const withoutScripts = ['sign-out', 'choose-language']

export function routesOf<R extends Routes>(shell: Shell, routes: R): R {
  const top = shell === 'none' ? 'reader' : `shell:${shell}`
  const shared = shell === 'none' ? ['root'] : everywhere
  const isIn = (id: string) => isBelow(top, id, routes) || shared.includes(id)
  return Object.fromEntries(Object.entries(routes).filter(([id]) => isIn(id))) as R
}

/** Paths of a shell's pages below the language, in the router's form, such as `payment/:no`. Home page: ''. */
export function pathsOf(shell: Shell, routes: Routes): string[] {
  const own = Object.values(routes).filter(
    (route) => route?.parentId && isBelow(`shell:${shell}`, route.parentId, routes),
  )
  return own.map((route) => route?.path ?? '').filter((path) => path !== '*')
}

function isBelow(top: string, id: string, routes: Routes): boolean {
  const parent = routes[id]?.parentId
  return id === top || (parent !== undefined && isBelow(top, parent, routes))
}

/** The manifest of a shell for the browser. The build writes it as a separate file (`react-router.config.ts`). */
export function manifestOf(shell: Shell, manifest: AssetsManifest): AssetsManifest {
  const url = manifest.url.replace(/manifest-([^/]+)$/, `manifest-${shell}-$1`)
  return { ...manifest, routes: routesOf(shell, manifest.routes), url }
}

/** The server build with the routes of one shell. In development the browser gets Vite's manifest with all routes. */
export function buildOf(shell: Shell, build: ServerBuild, isDev: boolean): ServerBuild {
  const { url } = build.assets
  const assets = manifestOf(shell, build.assets)
  const redirects = Object.entries(build.routes).filter(([id]) => withoutScripts.includes(id))
  const routes = { ...routesOf(shell, build.routes), ...Object.fromEntries(redirects) }
  return { ...build, routes, assets: isDev ? { ...assets, url } : assets }
}
