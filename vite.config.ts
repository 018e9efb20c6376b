import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import compile from 'icu-minify/compile'
import { defineConfig, type Plugin } from 'vite'
import { keepTogether } from './src/locales/keep-together.ts'
import { missingWords } from './tools/missing-words.ts'

type Tree = { [key: string]: string | Tree }

/** Compiles the texts at build time, so that neither browser nor server bundle contains an ICU parser. */
function icuMessages(): Plugin {
  const walk = (tree: Tree): object =>
    Object.fromEntries(
      Object.entries(tree).map(([key, value]) => [
        key,
        typeof value === 'string' ? compile(keepTogether(value)) : walk(value),
      ]),
    )
  return {
    name: 'icu-messages',
    enforce: 'pre',
    async buildStart() {
      const missing = await missingWords()
      if (missing.length > 0) throw new Error(`Missing in the languages:\n${missing.join('\n')}`)
    },
    config: () => ({
      ssr: { noExternal: ['use-intl'] },
      resolve: {
        alias: [{ find: /^use-intl\/format-message$/, replacement: 'use-intl/format-message/format-only' }],
      },
    }),
    async load(id) {
      const file = id.split('?')[0] ?? id
      if (!/\/src\/locales\/[a-z]{2}-[A-Z]{2}\/(?!settings\.|exchanges\.)[^/]+\.ts$/.test(file)) return
      const module: { default: Tree } = await import(`${pathToFileURL(file).href}?t=${Date.now()}`)
      return `export default ${JSON.stringify(walk(module.default))}`
    },
  }
}

/**
 * Packages that the server's bundle must contain: React in its production build and every package that uses React.
 * Without NODE_ENV, Node would load React's development build, which renders at half the speed. A package outside the
 * bundle would load a second React, whose hooks fail.
 */
function rendering(): string[] {
  type Installed = { dependencies?: Record<string, string>; peerDependencies?: Record<string, string> }
  const lock: { packages: Record<string, Installed> } = JSON.parse(
    readFileSync(new URL('node_modules/.package-lock.json', import.meta.url), 'utf8'),
  )
  const usesReact = Object.entries(lock.packages)
    .filter(([, { dependencies, peerDependencies }]) => 'react' in { ...dependencies, ...peerDependencies })
    .map(([folder]) => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length))
  return ['react', '@react-router/node', 'cookie-es', ...new Set(usesReact)]
}

const fastRendering: Plugin = {
  name: 'fast-rendering',
  apply: 'build',
  config: () => ({
    environments: {
      ssr: { define: { 'process.env.NODE_ENV': '"production"' }, resolve: { noExternal: rendering() } },
    },
  }),
}

/** A sheet that names no layer is in the layer `components`. */
const componentStyles: Plugin = {
  name: 'component-styles',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/src\/site\/[^?]+\.css$/.test(id) || /@(?:layer|import)\b/.test(code)) return
    return { code: `@layer components {${code}}`, map: null }
  },
}

/**
 * A page whose script is gone, because the site was rebuilt, is loaded as a document. The router would reload the page
 * that the reader is leaving.
 */
const goneScripts: Plugin = {
  name: 'gone-scripts',
  apply: 'build',
  transform(code, id) {
    if (!/react-router\/dist\/\w+\/lib\/dom\/ssr\/routeModules\.js$/.test(id)) return
    const reload = 'window.location.reload()'
    if (!code.includes(reload)) throw new Error('The router no longer reloads a page whose script is gone.')
    const next = 'window.__reactRouterDataRouter?.state.navigation.location'
    return code.replace(
      reload,
      `{ const to = ${next}; to ? window.location.assign(to.pathname + to.search + to.hash) : ${reload} }`,
    )
  },
}

/** Code that every page needs, in one file, which compresses best. The file changes only when the frameworks change. */
const shell = {
  name: 'shell',
  test: /node_modules\/(react|react-dom|scheduler|react-router|use-intl|@formatjs|icu-minify|cookie)\//,
}

/**
 * Header, footer and floating buttons, which every page needs. The excluded modules of `browser` load later or only
 * on few pages.
 */
const frame = {
  name: 'frame',
  test: /src\/site\/(root\.tsx|(frame|shells\/public|parts|context|first-paint|browser(?!\/(firings|invoke|version-check)\.)|head|addresses)\/|page\/page-link\.|ui\/(menu|toast|confirm-dialog|icons|debounce|copy-button|grouped)\.)|src\/contract\/(locale|site)\.ts|vite\/preload-helper/,
}

/** Coloured samples with a copy button: for docs, articles, home and product pages. */
const code = {
  name: 'code',
  test: /src\/site\/(ui\/code\/|showcase\/samples\.)/,
}

/** Code about the instruments that a demo key may see. */
const instruments = {
  name: 'instruments',
  test: /src\/site\/showcase\/showcase\./,
}

/**
 * Code that draws the states of a read. Without a file of its own, this code would be part of a module of one page,
 * which all other pages would then load.
 */
const reads = {
  name: 'reads',
  test: /src\/site\/(reads\/|pictures\/(unpictured|sparkline)|ui\/state-card)/,
}

/** Live prices on the home page. The stream's client loads later. */
const live = {
  name: 'live',
  test: /src\/site\/(showcase\/quotes\.|pages\/home\/tape)/,
}

/** Code shared by home and product pages: the demo request and the session lines. */
const showcase = {
  name: 'showcase',
  test: /src\/site\/showcase\/(demo-call|demo-card)\./,
}

/** Code shared by the home and pricing pages. */
const plans = {
  name: 'plans',
  test: /src\/site\/pages\/pricing\/plan-cards?\./,
}

/** The styles of articles and documents, for pages that load none of the scripts below. */
const readingStyles = {
  name: 'reading-styles',
  test: /src\/site\/pages\/reading\/[\w-]+\.css$/,
}

/**
 * The code of document pages besides their text. The documentation and the playground share this file, because small
 * files compress badly.
 */
const documents = {
  name: 'documents',
  test: /src\/site\/pages\/reading\/(blocks\.|docs\/(key-picker|docs-navigation|search-form|doc-layout)|reference\/reader-key)\./,
}

/**
 * The field in which a person types. Without a file of its own, this code would be part of a module of one page, which
 * all other pages would then load.
 */
const typing = {
  name: 'typing',
  test: /src\/site\/ui\/typing\/(text-input|composition)\./,
}

export default defineConfig({
  plugins: [icuMessages(), componentStyles, fastRendering, goneScripts, reactRouter()],
  environments: {
    ssr: {
      build: {
        rolldownOptions: {
          input: './src/site/server/page-server.ts',
          output: { codeSplitting: { groups: [{ name: 'words', test: /\/src\/locales\/[a-z]{2}-[A-Z]{2}\// }] } },
        },
      },
    },
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [shell, frame, typing, code, instruments, reads, live, showcase, plans, readingStyles, documents],
            },
          },
        },
      },
    },
  },
})
