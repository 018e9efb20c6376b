import type { Person } from '#src/platform/personal-data.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { deleteColumnRows, deleteTheirRows, setInTheirRows } from './record-store.ts'
import { clickhouseRecords, postgresRecords } from './records.ts'

export async function eraseRows(tx: Tx, person: Person): Promise<void> {
  for (const { table, personal } of postgresRecords) {
    if (!personal) continue
    const { whose, deletion } = personal
    const rows = { table, whose, person }
    switch (deletion.how) {
      case 'delete':
        await deleteTheirRows(tx, rows, deletion.except)
        break
      case 'erase':
        await setInTheirRows(tx, rows, deletion.set)
        break
      case 'own':
        await deletion.erase(tx, person)
        break
      case 'keep':
    }
  }
}

export async function eraseColumnRows({ clickhouse }: Platform, person: Person): Promise<void> {
  for (const { table, personal } of clickhouseRecords) {
    if (personal?.deletion.how === 'delete')
      await deleteColumnRows(clickhouse, { table, whose: personal.whose, person })
  }
}
