import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'

type Entry = { name: string; bytes: Buffer }

/**
 * The wheel of a pure Python project: a zip of its modules and the metadata of `pyproject.toml`. It is built here, so
 * that an installation without Python can serve it. The same sources give the same bytes.
 */
export function wheelOf(folder: string, license: string): { name: string; bytes: Buffer } {
  const project = projectOf(readFileSync(join(folder, 'pyproject.toml'), 'utf8'))
  const { name, version } = project
  const info = `${name}-${version}.dist-info`
  const readme = readFileSync(join(folder, 'README.md'), 'utf8')
  const entries = [
    ...modulesIn(join(folder, 'src')),
    entry(`${info}/licenses/LICENSE`, readFileSync(license)),
    entry(`${info}/METADATA`, metadataText(project, readme)),
    entry(`${info}/WHEEL`, 'Wheel-Version: 1.0\nGenerator: market-data-client\nRoot-Is-Purelib: true\nTag: py3-none-any\n'),
  ]
  const record = entry(`${info}/RECORD`, `${entries.map(recordLine).join('')}${info}/RECORD,,\n`)
  return { name: `${name}-${version}-py3-none-any.whl`, bytes: zipOf([...entries, record]) }
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

function modulesIn(folder: string): Entry[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && /\.(py|typed)$/.test(one.name))
    .map((one) => join(one.parentPath, one.name))
    .toSorted()
    .map((path) => entry(relative(folder, path), readFileSync(path)))
}

function entry(name: string, content: string | Buffer): Entry {
  return { name, bytes: Buffer.from(content) }
}

function recordLine({ name, bytes }: Entry): string {
  return `${name},sha256=${createHash('sha256').update(bytes).digest('base64url')},${bytes.length}\n`
}

/** 1980-01-01, the first date that the zip format can represent. */
const day = 0x21
const deflated = 8
const inUtf8 = 0x800

function zipOf(entries: readonly Entry[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, bytes } of entries) {
    const packed = deflateRawSync(bytes, { level: 9 })
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(inUtf8, 2)
    fields.writeUInt16LE(deflated, 4)
    fields.writeUInt16LE(day, 8)
    fields.writeUInt32LE(crc32(bytes), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(bytes.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const own = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed])
    const attributes = Buffer.alloc(14)
    // File mode: the owner may write, everybody may read.
    attributes.writeUInt32LE((0o100644 << 16) >>> 0, 6)
    attributes.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03'), fields, attributes, Buffer.from(name)]))
    files.push(own)
    at += own.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(Buffer.concat(directory).length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...files, ...directory, Buffer.from('PK\x05\x06'), end])
}
