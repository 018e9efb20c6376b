import { join } from 'node:path'
import type { Plugin } from 'vite'

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

/**
 * The router's hooks for tracing are used by nobody here, and names for a debugger keep components alive that no page uses;
 * the browser is spared both.
 */
export function slimRouter(): Plugin {
  return {
    name: 'slim-router',
    enforce: 'pre',
    transform(code, id) {
      if (!/react-router\/dist\/production\//.test(id) || this.environment.name !== 'client') return
      const short = code
        .replace(/^\s*\w+\.displayName = "[\w.]+";$/gm, '')
        .replace(/^function (?=(?:warning|warnOnce|warningOnce)\()/gm, '/* @__NO_SIDE_EFFECTS__ */ function ')
      return { code: short, map: null }
    },
    load(id) {
      const isTracing = /react-router\/dist\/production\/lib\/router\/instrumentation\.js$/.test(id)
      if (!isTracing || this.environment.name !== 'client') return
      return `export const getRouteInstrumentationUpdates = () => ({})
export const instrumentClientSideRouter = (router) => router
export const consumeInstrumentationClientResultMetaReceiver = () => undefined
export const instrumentHandler = (handler) => handler
export const instrumentationResultMetaContext = undefined`
    },
  }
}
