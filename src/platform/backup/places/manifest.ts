import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readIfThere } from '../../data-dir/read-if-there.ts'
import { type StoredFile, settle } from '../../packed/packed-file.ts'
import { SettingsError } from '../../settings.ts'

/** The format versions: 1, or 2 for encrypted backups. Add a version when older programs cannot read the new format. */
const formats = [1, 2] as const
export const manifestName = 'manifest.json'
export const sumName = 'manifest.json.sha256'

const file = z.object({
  path: z.string().describe('below the folder of the backup'),
  bytes: z.number(),
  sha256: z.string(),
  rows: z.number().nullable(),
})
const migration = z.object({ name: z.string(), checksum: z.string() })
const part = z.object({
  name: z.string(),
  mark: z.string().describe('changes with the content'),
  files: z.array(file),
})

const schema = z.object({
  format: z.literal(formats),
  id: z.string(),
  installation: z.string(),
  product: z.string().describe('version'),
  madeAt: z.number().describe('ms: everything acknowledged before is in it'),
  isRecorded: z.boolean().describe('false: the recorder was behind, and the last seconds of the tape may be missing'),
  encryptedTo: z.array(z.string()).default([]).describe('public keys of age; none: the files are not encrypted'),
  ringMark: z.string(),
  engines: z.object({ postgres: z.string(), clickhouse: z.string() }),
  postgres: z
    .object({
      migrations: z.array(migration),
      tables: z.array(z.object({ table: z.string(), columns: z.array(z.string()), file })),
      sequences: z.array(z.object({ table: z.string(), column: z.string(), value: z.string() })),
    })
    .nullable(),
  clickhouse: z
    .object({
      migrations: z.array(migration),
      tables: z.array(z.object({ table: z.string(), columns: z.array(z.string()), parts: z.array(part) })),
    })
    .nullable(),
  files: z.array(file).describe('the key ring unless KEYRING is set, and what else DATA_DIR holds'),
})
export type Manifest = z.output<typeof schema>

/** The manifest is written last: a folder without a manifest is not a backup. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const { text, sum } = textsOf(manifest)
  for (const [name, content] of [[sumName, sum] as const, [manifestName, text] as const]) {
    await writeFile(join(folder, name), content, { mode: 0o600 })
    await settle(join(folder, name))
  }
}

export function textsOf(manifest: Manifest): { text: string; sum: string } {
  const text = `${JSON.stringify(manifest, null, 1)}\n`
  return { text, sum: `${sha256(text)}  ${manifestName}\n` }
}

export async function readManifest(folder: string): Promise<Manifest | null> {
  const text = await readIfThere(join(folder, manifestName))
  return text === null ? null : parseManifest(folder, text, await readIfThere(join(folder, sumName)))
}

/** `sum`: the text of the file with the checksum. */
export function parseManifest(path: string, text: string, sum: string | null): Manifest {
  if (sum?.split(' ')[0] !== sha256(text))
    throw new SettingsError(`The backup ${path} is damaged: its ${manifestName} was changed.`)
  const content: unknown = JSON.parse(text)
  const parsed = schema.safeParse(content)
  if (!parsed.success)
    throw new SettingsError(
      `The backup ${path} was made by another version of Tapewire, in a form unknown to this one.`,
    )
  return parsed.data
}

export function filesOf({
  postgres,
  clickhouse,
  files,
}: Manifest): Record<'postgres' | 'clickhouse' | 'files', StoredFile[]> {
  return {
    postgres: postgres?.tables.map((table) => table.file) ?? [],
    clickhouse: clickhouse?.tables.flatMap(({ parts }) => parts.flatMap((one) => one.files)) ?? [],
    files,
  }
}

export function bytesOf(files: readonly StoredFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
