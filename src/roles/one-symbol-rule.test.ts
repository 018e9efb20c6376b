import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Names } from '#src/feed/ingest/names.ts'
import { openAdmission } from '#src/gateway/stream/access/admission.ts'
import { verifyKey } from '#src/keys/check/verify.ts'
import { problemMessage } from '#src/locales/problem-message.ts'
import { FileRefused } from '#src/market/import/file/file-refused.ts'
import { readTarget } from '#src/market/import/file/source-file.ts'
import { importSymbols } from '#src/market/import/import-symbols.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { testRest } from '#test/fixtures/rest.ts'

// biome-ignore format: a table
const written = [
  'AAPL', 'brk.b', 'BF-B', 'C++', 'RDS/A', '^GSPC', 'M&M', 'AUS B', '0700', '005930', '腾讯', '=X', "O'NEIL", 'A😀B', '../../x', '.A', 'A,B', 'A;B',
  'A"B', 'A\\B', 'A%B', 'A*B', '(A)', 'A'.repeat(32), 'A'.repeat(33), '-', '_', '€', 'ÅBC', 'A\u200bB', '١٢٣', 'ß', 'x@y',
]
const drawn = fc
  .sample(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 36 }), { seed: 20261128, numRuns: 60 })
  .filter((text) => text.trim() !== '' && !/[$\p{C}]/u.test(text))

test('file imports, symbol lists, pushes, REST and the stream accept the same codes and refuse all other codes as invalid', async () => {
  await using ctx = await testPlatform({ clickhouse: true })
  await using rest = await testRest(ctx)
  await using admission = await openAdmission(ctx, rest.meter)
  await using names = await Names.open(ctx)
  const { secret } = await keyOnPlan(ctx, 'integrated-enterprise')
  const verdict = await verifyKey(ctx, secret, '127.0.0.1')
  if (verdict.kind === 'refused') throw new Error(verdict.error)
  const feedKey = {
    ...{ id: 'f', source: 'test', classes: [], regions: null, creates: true, head: '', tail: '' },
    ...{ createdAt: 0, revokedAt: null },
  }
  const codes = [...new Set([...written, ...drawn])]
  const refusedByImport = (code: string) => {
    try {
      readTarget('x.csv', { class: 'stock', region: 'us', code, interval: '1d' })
      return null
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error
      return problemMessage('en-US', error.problem)
    }
  }
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const list = join(ctx.settings.dataDir, 'list.csv')
  const rows = codes.map((code) => `stock,US,${quoted(code)},name`)
  await writeFile(list, `type,region,code,name\n${rows.join('\n')}\n`)
  const listed = await importSymbols(ctx, list, { signal: new AbortController().signal, progress: () => {} })
  expect(listed.accepted).toBe(codes.filter((code) => refusedByImport(code) === null).length)
  const pushed = await names.find(
    codes.map((code) => `stock:${code}$US`),
    feedKey,
  )
  await admission.prepare(codes, 'stock')
  for (const code of codes) {
    const refused = refusedByImport(code)
    const byPush = pushed.get(`stock:${code}$US`)
    const byStream = await admission.admit(verdict.key, code, 'stock')
    const answer = await rest.get(`/stock/info?region=US&code=${encodeURIComponent(code)}`, { token: secret })
    if (refused === null) {
      expect([code, answer.status]).toEqual([code, 200])
      expect([code, byStream]).toMatchObject([code, { kind: 'ok' }])
      expect([code, byPush]).toMatchObject([code, { class: 'stock' }])
      continue
    }
    expect([code, byPush, byStream]).toEqual([code, 'invalid_symbol', { kind: 'refused', reason: 'invalid_symbol' }])
    expect([code, answer.json().error]).toEqual([code, 'invalid_symbol'])
    expect(refused).toBe(`${code}: ${answer.json().msg}`)
  }
})
