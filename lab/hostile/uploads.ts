import fc from 'fast-check'
import { importKinds } from '#src/contract/values/import-kind.ts'
import { judge, type Report } from './onslaught.ts'
import { sendRaw } from './raw-http.ts'
import type { Target } from './target.ts'

export type Upload = { file: string; kind: string; bytes: Buffer }

const names = ['stock-us-AAPL-1d', 'forex-EURUSD-1m', 'crypto-BTCUSD-ticks', 'x'] as const
const endings = ['csv', 'csv.gz', 'csv.zst', 'parquet', 'dbn', 'dbn.zst', 'txt'] as const
const of = { class: 'stock', region: 'US', code: 'AAPL', interval: '1d' }
/** First bytes by which a reader recognises each file format. */
const beginnings = ['time,open,high,low,close,volume\n', 'PAR1', 'DBN\u0001', '\u001f\u008b\b\0', '(\u00b5/\u00fd', '']

/** Files with a valid beginning and arbitrary contents. */
export const arbitraryUpload: fc.Arbitrary<Upload> = fc.record({
  file: fc.tuple(fc.constantFrom(...names), fc.constantFrom(...endings)).map((parts) => parts.join('.')),
  kind: fc.constantFrom(...importKinds, 'none'),
  bytes: fc
    .tuple(fc.constantFrom(...beginnings), fc.oneof(fc.uint8Array({ maxLength: 400 }), fc.string({ maxLength: 400 })))
    .map(([head, rest]) => Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(rest)])),
})

/** Uploads files through the console. The import that the last piece starts runs in the background. */
export async function sendUploads(target: Target, uploads: readonly Upload[], report: Report): Promise<void> {
  const { staff } = await target.identities()
  const send = (method: string, path: string, type: string, body: Buffer) => {
    const headers = [
      ['cookie', staff],
      ['content-type', type],
    ] as const
    return sendRaw({ port: target.site.port, method, target: path, headers, body })
  }
  for (const { file, kind, bytes } of uploads) {
    const begin = Buffer.from(JSON.stringify({ ...of, file, kind, bytes: Math.max(1, bytes.length) }))
    const begun = await send('POST', '/api/operator/uploads', 'application/json', begin)
    report.requests += 1
    judge(`an upload of ${file}`, begun, false, report)
    const [, id] = /"id":"?([\w-]+)/.exec(begun.body) ?? []
    if (begun.status !== 200 || id === undefined) continue
    const sent = await send('PUT', `/api/operator/uploads/${id}?offset=0`, 'application/octet-stream', bytes)
    report.requests += 1
    judge(`a piece of ${file}: ${bytes.toString('hex', 0, 40)}`, sent, false, report)
  }
}
