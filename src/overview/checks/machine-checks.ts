import { recentChain } from '#src/audit/verify.ts'
import { rowReasonsMessage } from '#src/locales/problem-message.ts'
import { findingFigures } from '#src/market/checks/findings.ts'
import { quarantinedRuns } from '#src/market/import/quarantined-runs.ts'
import { silentPushing } from '#src/market/sources/order.ts'
import { backupStatus } from '#src/platform/backup/records.ts'
import { spaceAt } from '#src/platform/data-dir/storage-guard.ts'
import { storeFaults } from '#src/platform/engines/store-probes.ts'
import { startedProcesses } from '#src/platform/processes/process.ts'
import { type CheckRule, listedMax } from './check.ts'
import { silentMarkets } from './tape.ts'

const importDays = 7
/** A silent pushing source is reported if it was heard within this many days. After that it counts as abandoned. */
const pushingDays = 7
const freeBytesMin = 1024 ** 3
const freeShareMin = 0.1

const feed: CheckRule = {
  name: 'feed',
  verb: 'source.list',
  section: 'data',
  page: '/data/sources',
  async run({ ctx, figures, now }) {
    const common = { page: '/data/sources', command: 'source list' }
    const silent = (await silentPushing(ctx, pushingDays)).map(({ source, heardAt }) => ({
      ...{ id: `push:${source}`, tone: 'warn' as const, since: heardAt },
      ...{ facts: { source }, ...common },
    }))
    // Without gateway figures it is unknown whether a market is silent.
    if (figures.length === 0 && silent.length === 0) return null
    const markets = silentMarkets(ctx, figures, now).map(({ market, newestAt, isLong }) => ({
      id: `${market.class}$${market.region}`,
      tone: isLong ? ('bad' as const) : ('warn' as const),
      since: newestAt,
      facts: { class: market.class, region: market.region },
      ...common,
    }))
    return { needs: [...markets, ...silent] }
  },
}

const finding: CheckRule = {
  name: 'finding',
  verb: 'finding.list',
  section: 'data',
  page: '/data/checks',
  async run({ ctx }) {
    const { count, stopped, newestAt } = await findingFigures(ctx)
    if (count === 0) return { needs: [] }
    const facts = { count, stopped }
    const need = { id: 'finding', tone: 'warn' as const, since: newestAt, facts, page: '/data/checks' }
    return { needs: [{ ...need, command: 'findings list' }] }
  },
}

/** The faults that this process sees. Other processes see the same faults, because the stores are shared. */
const store: CheckRule = {
  name: 'store',
  verb: 'installation.read',
  section: 'installation',
  page: '/installation',
  async run({ ctx }) {
    const faults = storeFaults.of(ctx)
    if (!faults) return null
    return {
      needs: [...faults].map(([name, { why, since }]) => ({
        ...{ id: name, tone: 'bad' as const, since, facts: { store: name, why } },
        ...{ page: '/installation', command: 'doctor' },
      })),
    }
  },
}

const startedProcess: CheckRule = {
  name: 'process',
  verb: 'installation.read',
  section: 'installation',
  page: '/installation',
  async run({ ctx }) {
    const away = startedProcesses.of(ctx)?.filter(({ status }) => status === 'away')
    if (!away) return null
    return {
      needs: away.map(({ name, roles, since }) => ({
        ...{ id: name, tone: 'bad' as const, since, facts: { name, roles: roles.join(', ') } },
        ...{ page: '/installation', command: null },
      })),
    }
  },
}

const disk: CheckRule = {
  name: 'disk',
  verb: 'installation.read',
  section: 'installation',
  page: '/installation',
  async run({ ctx }) {
    const { free, total } = await spaceAt(ctx.settings.dataDir)
    const facts = { free, total }
    const isLow = free < freeBytesMin || ctx.storage.full
    if (!isLow && free >= total * freeShareMin) return { needs: [], facts }
    const tone = isLow ? 'bad' : 'warn'
    const need = { id: 'disk', tone, since: null, facts, page: '/installation', command: 'doctor' } as const
    return { needs: [need], facts }
  },
}

const chain: CheckRule = {
  name: 'chain',
  verb: 'audit.verify',
  section: 'audit',
  page: '/audit',
  async run({ ctx }) {
    const { position, late, sound } = await recentChain(ctx)
    const facts = { position, late, sound: sound ? 1 : 0 }
    if (sound && (late === 0 || position === 0)) return { needs: [], facts, nothing: position === 0 }
    const tone = sound ? 'warn' : 'bad'
    return { needs: [{ id: 'chain', tone, since: null, facts, page: '/audit', command: 'audit verify' }], facts }
  },
}

const imported: CheckRule = {
  name: 'import',
  verb: 'import.list',
  section: 'data',
  page: '/data?rows=waiting',
  async run({ ctx, locale }) {
    const { runs, total } = await quarantinedRuns(ctx, { days: importDays, limit: listedMax })
    return {
      total,
      needs: runs.map(({ id, file, rows, quarantined, reasons, finishedAt }) => ({
        id,
        tone: 'warn',
        since: finishedAt,
        facts: { file, rows, quarantined, reasons: rowReasonsMessage(locale, Object.keys(reasons)) },
        page: `/data/imports/${id}`,
        command: `quarantine list ${id}`,
      })),
    }
  },
}

const backup: CheckRule = {
  name: 'backup',
  verb: 'installation.read',
  section: 'installation',
  page: '/installation',
  async run({ ctx }) {
    const { last, isDue, since, failure } = await backupStatus(ctx)
    const facts = { madeAt: last?.madeAt ?? null, fault: last?.fault ?? null, failure: failure?.reason ?? null }
    if (!isDue && facts.fault === null && failure === null) return { needs: [], facts, nothing: last === null }
    const [tone, command] =
      facts.fault === null ? (['warn', 'backup create'] as const) : (['bad', 'backup verify'] as const)
    return { needs: [{ id: 'backup', tone, since, facts, page: '/installation', command }], facts }
  },
}

export const machineChecks: readonly CheckRule[] = [feed, finding, store, startedProcess, disk, chain, imported, backup]
