import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer'
import type { DayRows } from '#src/market/archive/day-rows.ts'
import { csvCell } from '#src/platform/text/csv.ts'

/** The number of rows of one Parquet row group. Readers load a whole group, and we hold a whole group in memory. */
const groupRows = 20_000
const pieceChars = 65_536

type Table = { columns: readonly string[]; parts: AsyncIterable<DayRows> }

export async function* csvFile({ columns, parts }: Table): AsyncGenerator<string> {
  let piece = `${columns.join(',')}\r\n`
  for await (const { instrument, rows } of parts) {
    const head = `${csvCell(instrument.code)},${csvCell(instrument.exchange)}`
    for (const row of rows) piece += `${head},${row}\r\n`
    if (piece.length < pieceChars) continue
    yield piece
    piece = ''
  }
  yield piece
}

/**
 * A Parquet file in pieces, one for each row group: code and exchange as text, `time` as a timestamp in ms UTC, all
 * other columns as DOUBLE. Absent values are null.
 */
export async function* parquetFile({ columns, parts }: Table): AsyncGenerator<Buffer> {
  const bytes = new ByteWriter()
  const writer = new ParquetWriter({
    writer: bytes,
    schema: schemaFromColumnData({ columnData: columnsOf(columns, []) }),
  })
  const drain = () => {
    const piece = Buffer.from(bytes.getBytes())
    bytes.index = 0
    return piece
  }
  let held: DayRows[] = []
  let rows = 0
  for await (const part of parts) {
    held.push(part)
    rows += part.rows.length
    if (rows < groupRows) continue
    await writer.write({ columnData: columnsOf(columns, held), rowGroupSize: rows })
    yield drain()
    held = []
    rows = 0
  }
  if (rows > 0) await writer.write({ columnData: columnsOf(columns, held), rowGroupSize: rows })
  await writer.finish()
  yield drain()
}

function columnsOf(columns: readonly string[], parts: readonly DayRows[]) {
  const [, , , ...figures] = columns
  const cells = parts.flatMap(({ rows }) => rows.map((row) => row.split(',')))
  const text = (name: string, of: (part: DayRows) => string) => {
    const data = parts.flatMap((part) => Array<string>(part.rows.length).fill(of(part)))
    return { name, type: 'STRING' as const, nullable: false, data }
  }
  return [
    text('code', ({ instrument }) => instrument.code),
    text('exchange', ({ instrument }) => instrument.exchange),
    { name: 'time', type: 'TIMESTAMP' as const, nullable: false, data: cells.map(([time]) => new Date(Number(time))) },
    ...figures.map((name, at) => {
      const data = cells.map((row) => (row[at + 1] === '' ? null : Number(row[at + 1])))
      return { name, type: 'DOUBLE' as const, nullable: true, data }
    }),
  ]
}
