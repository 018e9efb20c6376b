import { createHash } from 'node:crypto'
import { type Entry, entry, zipOf } from './archives.ts'
import type { ClientFiles } from './source.ts'

/**
 * The wheel of a pure Python project: a zip of its modules and the metadata of `pyproject.toml`. It is built here, so
 * that an installation without Python can serve it. The same sources give the same bytes.
 */
export function wheelOf(files: ClientFiles): { name: string; bytes: Buffer } {
  const project = projectOf(files['pyproject.toml'] ?? '')
  const distribution = `${project.name.replaceAll('-', '_')}-${project.version}`
  const info = `${distribution}.dist-info`
  const modules = Object.entries(files).filter(([name]) => name.startsWith('src/'))
  const entries = [
    ...modules.map(([name, text]) => entry(name.slice('src/'.length), text)),
    entry(`${info}/licenses/LICENSE`, files.LICENSE ?? ''),
    entry(`${info}/METADATA`, metadataText(project, files['README.md'] ?? '')),
    entry(`${info}/WHEEL`, 'Wheel-Version: 1.0\nGenerator: market-data\nRoot-Is-Purelib: true\nTag: py3-none-any\n'),
  ]
  const record = entry(`${info}/RECORD`, `${entries.map(recordLine).join('')}${info}/RECORD,,\n`)
  return { name: `${distribution}-py3-none-any.whl`, bytes: zipOf([...entries, record]) }
}

type Project = {
  name: string
  version: string
  description: string
  license: string
  python: string
  needs: string[]
  extras: [string, string[]][]
}

/** Reads the few fields of our `pyproject.toml`, each on one line. */
function projectOf(toml: string): Project {
  const text = (field: string) => {
    const found = new RegExp(`^${field} = "(.*)"$`, 'm').exec(toml)?.[1]
    if (found === undefined) throw new Error(`pyproject.toml has no ${field}`)
    return found
  }
  const list = (line: string): string[] => [...line.matchAll(/"([^"]+)"/g)].map(([, one = '']) => one)
  const [, extras = ''] = /\[project\.optional-dependencies\]\n([^[]*)/.exec(toml) ?? []
  return {
    name: text('name'),
    version: text('version'),
    description: text('description'),
    license: text('license'),
    python: text('requires-python'),
    needs: list(/^dependencies = \[(.*)\]$/m.exec(toml)?.[1] ?? ''),
    extras: [...extras.matchAll(/^(\w+) = \[(.*)\]$/gm)].map(([, extra = '', line = '']) => [extra, list(line)]),
  }
}

function metadataText(project: Project, readme: string): string {
  const fields = [
    ['Metadata-Version', '2.4'],
    ['Name', project.name],
    ['Version', project.version],
    ['Summary', project.description],
    ['License-Expression', project.license],
    ['License-File', 'LICENSE'],
    ['Classifier', 'Typing :: Typed'],
    ['Requires-Python', project.python],
    ...project.needs.map((need) => ['Requires-Dist', need]),
    ...project.extras.flatMap(([extra, needs]) => [
      ['Provides-Extra', extra],
      ...needs.map((need) => ['Requires-Dist', `${need}; extra == '${extra}'`]),
    ]),
    ['Description-Content-Type', 'text/markdown'],
  ]
  return `${fields.map(([field, value]) => `${field}: ${value}\n`).join('')}\n${readme}`
}

function recordLine({ name, bytes }: Entry): string {
  return `${name},sha256=${createHash('sha256').update(bytes).digest('base64url')},${bytes.length}\n`
}
