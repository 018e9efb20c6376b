import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { type ClientLanguage, clientLanguages, neutralSlug } from '../../src/clients/names.ts'
import { pack } from '../../src/clients/pack.ts'
import { type ClientFiles, type ClientSource, versionMark } from '../../src/clients/source.ts'

const versions = '0.1'
/** Files that contain the version, which is unknown before the publication. */
const versioned = ['package.json', 'pyproject.toml', 'README.md', 'dist/version.js', 'version.go']

/** The files of a client's package, compiled where its language needs it. */
export function sourceOf(language: ClientLanguage): ClientSource {
  const folder = join('sdk', language)
  const files = {
    ...(language === 'typescript' || language === 'mcp' ? compiled(folder) : filesIn(folder, isOfPackage)),
    LICENSE: readFileSync('LICENSE', 'utf8'),
  }
  const named = Object.entries(files).map(([name, text]) => [
    name,
    versioned.includes(name) ? text.replaceAll(`${versions}.0`, versionMark) : text,
  ])
  return { version: versions, files: Object.fromEntries(named) }
}

/** Writes the sources of all packages, which an installation publishes under its own names. */
export function writeSources(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const language of clientLanguages)
    writeFileSync(join(folder, `${language}.json`), JSON.stringify(sourceOf(language)))
}

/** Builds a package into a folder; returns the path of the file. */
export function packClient(
  language: ClientLanguage,
  folder: string,
  { slug = neutralSlug, version = `${versions}.0` }: { slug?: string; version?: string } = {},
): string {
  const { name, bytes } = pack(language, sourceOf(language), slug, version)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), bytes)
  return join(folder, name)
}

function isOfPackage(name: string): boolean {
  return /\.(py|typed|toml|md|go|mod|sum)$/.test(name) && !name.endsWith('_test.go')
}

function filesIn(folder: string, isWanted: (name: string) => boolean): ClientFiles {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && isWanted(one.name))
    .map((one) => join(one.parentPath, one.name))
    .toSorted()
  return Object.fromEntries(paths.map((path) => [relative(folder, path), readFileSync(path, 'utf8')]))
}

function compiled(folder: string): ClientFiles {
  const work = mkdtempSync(join(tmpdir(), 'client-package-'))
  try {
    execFileSync('node_modules/.bin/tsc', ['-p', folder, '--outDir', join(work, 'dist')], { stdio: 'inherit' })
    const plain = filesIn(folder, (name) => name === 'package.json' || name === 'README.md')
    return { ...plain, ...filesIn(work, () => true) }
  } finally {
    rmSync(work, { recursive: true })
  }
}
