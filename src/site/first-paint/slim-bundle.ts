import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Puts Preact, by the names of its layer for code that was written for React, in place of React. */
export function preact(): Plugin {
  return {
    name: 'preact',
    enforce: 'pre',
    config: () => ({
      resolve: {
        alias: [
          { find: /^react$/, replacement: join(import.meta.dirname, 'react.ts') },
          { find: /^react-dom$/, replacement: 'preact/compat' },
          { find: /^react-dom\/(client|server)$/, replacement: 'preact/compat/$1' },
          { find: /^react\/jsx-(dev-)?runtime$/, replacement: 'preact/jsx-runtime' },
        ],
      },
    }),
  }
}

/** Puts `browser-intl.tsx` in place of `use-intl` in the browser. */
export function shortIntl(): Plugin {
  return {
    name: 'short-intl',
    enforce: 'pre',
    resolveId(source) {
      const isShort = source === 'use-intl' && this.environment.name === 'client'
      return isShort ? join(import.meta.dirname, 'browser-intl.tsx') : undefined
    },
  }
}

/** Modules of the router that do nothing here, with what others import from them. */
const idle: readonly { file: RegExp; code: string }[] = [
  {
    // Nobody traces.
    file: /react-router\/dist\/production\/lib\/router\/instrumentation\.js$/,
    code: `export const getRouteInstrumentationUpdates = () => ({})
export const instrumentClientSideRouter = (router) => router
export const consumeInstrumentationClientResultMetaReceiver = () => undefined
export const instrumentHandler = (handler) => handler
export const instrumentationResultMetaContext = undefined`,
  },
  {
    // The browser knows every route from the start (`routeDiscovery` in `react-router.config.ts`).
    file: /react-router\/dist\/production\/lib\/dom\/ssr\/fog-of-war\.js$/,
    code: `export const isFogOfWarEnabled = () => false
export const getPatchRoutesOnNavigationFunction = () => undefined
export const useFogOFWarDiscovery = () => undefined
export const getPartialManifest = (manifest) => manifest
export const getManifestPath = (path) => path
export const getPathsWithAncestors = (paths) => paths
export const handleClientVersionMismatch = async () => false`,
  },
]

/** Leaves out what the router does not need here, and debuggers' names, which keep unused components alive. */
export function slimRouter(): Plugin {
  return {
    name: 'slim-router',
    enforce: 'pre',
    transform(code, id) {
      if (!/react-router\/dist\/production\//.test(id)) return
      const short = code
        .replace(/suppressHydrationWarning: true,?/g, '')
        .replace(/^\s*\w+\.displayName = "[\w.]+";$/gm, '')
        .replace(/^function (?=(?:warning|warnOnce|warningOnce)\()/gm, '/* @__NO_SIDE_EFFECTS__ */ function ')
      return { code: short, map: null }
    },
    load(id) {
      if (this.environment.name !== 'client') return
      return idle.find(({ file }) => file.test(id))?.code
    },
  }
}
