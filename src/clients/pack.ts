import { createHash } from 'node:crypto'
import { entry, tarOf } from './archives.ts'
import { type ClientLanguage, packageNames, withPackageNames } from './names.ts'
import { type ClientFiles, type ClientSource, versionMark } from './source.ts'
import { wheelOf } from './wheel.ts'

export type Packed = { name: string; bytes: Buffer }

/** Builds a package under a provider's names. The same source, slug and version always make the same bytes. */
export function pack(language: ClientLanguage, { files }: ClientSource, slug: string, version: string): Packed {
  const own = (text: string) => withPackageNames(text, slug).replaceAll(versionMark, version)
  const renamed = Object.fromEntries(Object.entries(files).map(([name, text]) => [own(name), own(text)]))
  const names = packageNames(slug)
  switch (language) {
    case 'python':
      return wheelOf(renamed)
    case 'go':
      return { name: `${names.goFolder}-${version}.tgz`, bytes: tarIn(names.goFolder, renamed) }
    default:
      return {
        name: `${slug}-${language === 'mcp' ? 'mcp' : 'client'}-${version}.tgz`,
        bytes: tarIn('package', renamed),
      }
  }
}

function tarIn(folder: string, files: ClientFiles): Buffer {
  return tarOf(Object.entries(files).map(([name, text]) => entry(`${folder}/${name}`, text)))
}

/** A hash of a client's files, and of its version without the number of the publication. */
export function digestOf({ version, files }: ClientSource): string {
  const hash = createHash('sha256').update(version)
  for (const [name, text] of Object.entries(files)) hash.update(`\0${name}\0${text}`)
  return hash.digest('hex')
}
