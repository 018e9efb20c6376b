import type { VerifiedPart } from '#src/platform/backup/verify.ts'

const names: Record<VerifiedPart['name'], string> = {
  postgres: 'PostgreSQL',
  clickhouse: 'ClickHouse',
  files: 'Files',
}

export function describePart({ name, files, rows, bytes, faults }: VerifiedPart): string[] {
  const count = (value: number) => value.toLocaleString('en-US')
  const what = name === 'files' ? `${count(files)} files` : `${count(files)} files, ${count(rows)} rows`
  const line = `${faults.length === 0 ? 'ok ' : 'BAD'}   ${names[name].padEnd(12)} ${what}, ${mebibytes(bytes)}`
  return [line, ...faults.map((fault) => `      ${fault}`)]
}

export function mebibytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(1)} MiB`
}
