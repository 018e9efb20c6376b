import { expect, test } from 'vitest'
import { importsOf, productFiles } from './import-graph.ts'

/** The files and packages that `entries` load by static imports, directly or not. Dynamic imports are left out. */
function loadedWith(entries: readonly string[]): Set<string> {
  const texts = new Map(productFiles().map(({ file, text }) => [file, text.replaceAll(/\bimport\('[^']+'\)/g, '')]))
  const loaded = new Set(entries)
  for (const file of loaded)
    for (const { to, typeOnly } of importsOf(file, texts.get(file) ?? '')) if (!typeOnly) loaded.add(to)
  return loaded
}

test('no static import of a role leads to a heavy library such as chdb, ccxt or Vite', () => {
  const loaded = loadedWith(['product', 'feed', 'gateway', 'payments', 'site'].map((name) => `src/roles/${name}.ts`))
  for (const used of ['src/gateway/stream/open-stream.ts', 'src/feed/open-feed.ts', 'ws', 'pg'])
    expect(loaded).toContain(used)
  const heavy = [...loaded].filter((name) =>
    /^(chdb|ccxt|@massive\.com|@alpacahq|vite|typescript|@opentelemetry\/(sdk|exporter))/.test(name),
  )
  expect(heavy).toEqual([])
})
