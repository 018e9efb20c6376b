import type { Platform } from '#src/platform/platform.ts'
import { fieldDigest } from '#src/platform/stores/audit-row.ts'
import { changedPersons, countUnchained, linksAfter, recentLinks, valuesAfter } from './chain-store.ts'

const linksAtOnce = 20_000
const valuesAtOnce = 2_000
const faultsMax = 20

/** A fault in the audit log. `position`: of a row in the chain; `id`: of a row; `digest`: of a person. */
export type ChainFault =
  | { kind: 'gap' | 'changed'; position: number }
  | { kind: 'value_changed'; id: number; field: string }
  | { kind: 'person_changed'; digest: string }
  | { kind: 'head_missing'; position: number }

/**
 * An operator who notes `position` and `hash` of the newest link elsewhere can later prove that no row up to that link
 * was removed.
 */
export type ChainReport = { rows: number; position: number; hash: string; unchained: number; faults: ChainFault[] }

export type NotedHead = { position: number; hash: string }

/**
 * Checks the whole chain, and all values whose digests its rows contain. A value that a deletion removed is not a
 * fault. Reports at most 20 faults.
 */
export async function verifyAudit(ctx: Platform, noted: NotedHead | null = null): Promise<ChainReport> {
  const faults: ChainFault[] = []
  const chain = await verifyLinks(ctx, noted, faults)
  await verifyValues(ctx, faults)
  const digests = await changedPersons(ctx.postgres.db, faultsMax)
  faults.push(...digests.map((digest) => ({ kind: 'person_changed', digest }) as const))
  const { all } = await countUnchained(ctx.postgres.db)
  return { ...chain, unchained: all, faults: faults.slice(0, faultsMax) }
}

async function verifyLinks(ctx: Platform, noted: NotedHead | null, faults: ChainFault[]) {
  let before = { position: 0, hash: '' }
  let isNoted = noted === null || noted.position === 0
  for (;;) {
    const links = await linksAfter(ctx.postgres.db, before, linksAtOnce)
    for (const { position, hash, expected } of links) {
      const at = Number(position)
      if (at !== before.position + 1) faults.push({ kind: 'gap', position: before.position + 1 })
      else if (!expected) faults.push({ kind: 'changed', position: at })
      before = { position: at, hash: hash.toString('hex') }
      if (noted && at === noted.position) isNoted = before.hash === noted.hash
    }
    if (links.length < linksAtOnce || faults.length >= faultsMax) break
  }
  if (noted && !isNoted) faults.push({ kind: 'head_missing', position: noted.position })
  return { rows: before.position, position: before.position, hash: before.hash }
}

async function verifyValues(ctx: Platform, faults: ChainFault[]): Promise<void> {
  for (let after = 0n; faults.length < faultsMax; ) {
    const rows = await valuesAfter(ctx.postgres.db, after, valuesAtOnce)
    for (const { id, salt, detail, kept } of rows)
      for (const [field, value] of Object.entries(detail))
        if (kept[field] !== fieldDigest(salt, field, value))
          faults.push({ kind: 'value_changed', id: Number(id), field })
    const last = rows.at(-1)
    if (!last || rows.length < valuesAtOnce) return
    after = last.id
  }
}

/** A quick check: whether the newest links are valid, and the number of rows that have waited for over a minute. */
export async function recentChain(ctx: Platform): Promise<{ position: number; late: number; sound: boolean }> {
  const { late } = await countUnchained(ctx.postgres.db)
  return { ...(await recentLinks(ctx.postgres.db)), late }
}
