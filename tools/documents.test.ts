import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const documents = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file && !file.startsWith('content/'))
const folders = 'src|sdk|test|lab|tools|docs|migrations|content'

test('the list of documents to check contains the README', () => {
  expect(documents).toContain('README.md')
})

test.each(documents)('every path and script that the document %s names exists', (document) => {
  const text = readFileSync(document, 'utf8')
  const missing = [...pathsIn(text, document), ...scriptsIn(text)]
  expect(missing).toEqual([])
})

function pathsIn(text: string, document: string): string[] {
  const quoted = [...text.matchAll(new RegExp(`\`((?:${folders})/[\\w./@-]*)\``, 'g'))].map(([, path = '']) => path)
  const linked = [...text.matchAll(/\]\(([\w./-]+?)(?:#[\w-]+)?\)/g)].map(([, path = '']) =>
    join(dirname(document), path),
  )
  const drawn = [...text.matchAll(new RegExp(`^((?:${folders})/[\\w./-]*) {2,}\\S`, 'gm'))].map(([, path = '']) => path)
  return [...quoted, ...linked, ...drawn].filter((path) => !path.includes('NNN') && !existsSync(path))
}

function scriptsIn(text: string): string[] {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)
  return named.filter((name) => !(name in scripts)).map((name) => `npm run ${name}`)
}
