import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import compile from 'icu-minify/compile'
import { defineConfig, type Plugin } from 'vite'
import { keepTogether } from './src/locales/keep-together.ts'

type Tree = { [key: string]: string | Tree }

/** Compiles the texts at build time, so that neither browser nor server bundle carries an ICU parser. */
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
    config: () => ({
      resolve: {
        alias: [{ find: /^use-intl\/format-message$/, replacement: 'use-intl/format-message/format-only' }],
      },
    }),
    async load(id) {
      const file = id.split('?')[0] ?? id
      if (!/\/src\/locales\/[a-z]{2}-[A-Z]{2}\/[^/]+\.ts$/.test(file)) return
      const module: { default: Tree } = await import(`${pathToFileURL(file).href}?t=${Date.now()}`)
      return `export default ${JSON.stringify(walk(module.default))}`
    },
  }
}

const rendering = [
  'preact',
  'preact-render-to-string',
  'lucide-react',
  'react-router',
  '@react-router/node',
  'cookie-es',
  'use-intl',
]

/**
 * Preact renders, by its layer for code that was written for React (decision 020). What imports React is in the server's bundle,
 * because Node by itself would find React.
 */
const preact: Plugin = {
  name: 'preact',
  enforce: 'pre',
  config: () => ({
    resolve: {
      alias: [
        { find: /^react$/, replacement: join(import.meta.dirname, 'src/site/react.ts') },
        { find: /^react-dom$/, replacement: 'preact/compat' },
        { find: /^react-dom\/(client|server)$/, replacement: 'preact/compat/$1' },
        { find: /^react\/jsx-(dev-)?runtime$/, replacement: 'preact/jsx-runtime' },
      ],
    },
    environments: { ssr: { resolve: { noExternal: rendering } } },
  }),
  /** The router exchanges changed components by a way that only React has; a page that was loaded again has them, too. */
  hotUpdate() {
    if (this.environment.name !== 'client') return
    this.environment.hot.send({ type: 'full-reload' })
    return []
  },
}

/** Node takes the router's build for developers wherever nobody set NODE_ENV. */
const fastRendering: Plugin = {
  name: 'fast-rendering',
  apply: 'build',
  config: () => ({ environments: { ssr: { define: { 'process.env.NODE_ENV': '"production"' } } } }),
}

/** What every page needs travels as one file, which compresses best; it changes only when the frameworks do. */
const shell = {
  name: 'shell',
  test: /node_modules\/(preact|react-router|use-intl|@formatjs|icu-minify|cookie)\//,
}

/** Header, footer and what they float: with every page, in every language. The way to the login is needed by few pages. */
const frame = {
  name: 'frame',
  test: /src\/site\/(root\.tsx|(frame|first-paint|browser(?!\/(firings|invoke|version-check)\.)|head|addresses)\/|page\/(frame-context|page-link)\.|ui\/(menu|toast|confirm-dialog|icons|debounce|copy-button|grouped)\.)|src\/contract\/(locale|site)\.ts|vite\/preload-helper/,
}

/** Samples in colour, with a button that copies them: of docs, articles, home and product pages. */
const code = {
  name: 'code',
  test: /src\/site\/ui\/code-(card|text)\./,
}

/** What the home page shows of the stream; the stream's own client comes later. */
const live = {
  name: 'live',
  test: /src\/site\/(showcase\/quotes\.|pages\/home\/tape)/,
}

/** What home, product and pricing pages share: the request that runs, the plan cards. */
const showcase = {
  name: 'showcase',
  test: /src\/site\/(showcase\/(samples|showcase|demo-call|demo-card)\.|pages\/pricing\/plan-card|ui\/candles)/,
}

/** Beside the text of documents: the pages of the documentation and the playground share it, and small files compress badly. */
const documents = {
  name: 'documents',
  test: /src\/site\/pages\/reading\/(docs\/(key-picker|docs-navigation)|reference\/reader-key)\./,
}

export default defineConfig({
  plugins: [preact, icuMessages(), fastRendering, reactRouter()],
  environments: {
    ssr: { build: { rolldownOptions: { input: './src/site/server/page-server.ts' } } },
    client: {
      build: {
        rolldownOptions: { output: { codeSplitting: { groups: [shell, frame, code, live, showcase, documents] } } },
      },
    },
  },
})
