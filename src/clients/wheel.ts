import { createHash } from 'node:crypto'
import { parse } from 'smol-toml'
import { z } from 'zod'
import { type Entry, entry, zipOf } from './archives.ts'
import type { ClientFiles } from './source.ts'

/**
 * The wheel of a pure Python project: a zip of its modules and the metadata of `pyproject.toml`. It is built here, so
 * that an installation without Python can serve it. The same sources always make the same bytes.
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

const projectSchema = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  'requires-python': z.string(),
  dependencies: z.array(z.string()).default([]),
  classifiers: z.array(z.string()).default([]),
  'optional-dependencies': z.record(z.string(), z.array(z.string())).default({}),
})
type Project = z.infer<typeof projectSchema>

function projectOf(toml: string): Project {
  return z.object({ project: projectSchema }).parse(parse(toml)).project
}

/** Core metadata 2.4, in the order of the fields of hatchling. */
function metadataText(project: Project, readme: string): string {
  const fields = [
    ['Metadata-Version', '2.4'],
    ['Name', project.name],
    ['Version', project.version],
    ['Summary', project.description],
    ['License-Expression', project.license],
    ['License-File', 'LICENSE'],
    ...project.classifiers.map((classifier) => ['Classifier', classifier]),
    ['Requires-Python', project['requires-python']],
    ...project.dependencies.map((need) => ['Requires-Dist', need]),
    ...Object.entries(project['optional-dependencies']).flatMap(([extra, needs]) => [
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
