import { join } from 'node:path'
import { SettingsError } from '../settings.ts'
import { readMigrations } from '../stores/migrations.ts'
import type { Manifest } from './places/manifest.ts'

type Applied = readonly { name: string; checksum: string }[]

/** Refuses a backup whose tables this program cannot create, because its version is newer or its migrations differ. */
export async function assertSchemas({ postgres, clickhouse, product }: Manifest, migrations: string): Promise<void> {
  await assertSchema(postgres?.migrations ?? [], join(migrations, 'postgres'), product)
  await assertSchema(clickhouse?.migrations ?? [], join(migrations, 'clickhouse'), product)
}

async function assertSchema(applied: Applied, folder: string, product: string): Promise<void> {
  const ours = new Map((await readMigrations(folder)).map(({ name, checksum }) => [name, checksum]))
  for (const { name, checksum } of applied) {
    if (!ours.has(name))
      throw new SettingsError(
        `The backup was made by a newer version of Tapewire, ${product}: its tables know the migration ${name}. Restore it with that version.`,
      )
    if (ours.get(name) !== checksum)
      throw new SettingsError(
        `The backup has other tables: its migration ${name} is not the one of this version. Restore it with the version that made it, ${product}.`,
      )
  }
}
