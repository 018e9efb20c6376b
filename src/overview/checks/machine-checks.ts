import { recentChain } from '#src/audit/verify.ts'
import { rowReasonsMessage } from '#src/locales/problem-message.ts'
import { quarantinedRuns } from '#src/market/import/quarantined-runs.ts'
import { backupStanding } from '#src/platform/backup/records.ts'
import { spaceAt } from '#src/platform/data-dir/storage-guard.ts'
import { type CheckRule, listedMax } from './check.ts'
import { silentMarkets } from './tape.ts'

const importDays = 7
const freeBytesMin = 1024 ** 3
const freeShareMin = 0.1

const feed: CheckRule = {
  name: 'feed',
  verb: 'now.read',
  async look({ ctx, figures, now }) {
    if (figures.length === 0) return null
    return {
      needs: silentMarkets(ctx, figures, now).map(({ market, newestAt, isLong }) => ({
        id: `${market.class}$${market.region}`,
        tone: isLong ? ('bad' as const) : ('warn' as const),
        since: newestAt,
        facts: { class: market.class, region: market.region },
        page: '/data',
        command: null,
      })),
    }
  },
}

const disk: CheckRule = {
  name: 'disk',
  verb: 'now.read',
  async look({ ctx }) {
    const { free, total } = await spaceAt(ctx.settings.dataDir)
    const facts = { free, total }
    const isLow = free < freeBytesMin || ctx.storage.full
    if (!isLow && free >= total * freeShareMin) return { needs: [], facts }
    const tone = isLow ? 'bad' : 'warn'
    return { needs: [{ id: 'disk', tone, since: null, facts, page: null, command: 'doctor' }], facts }
  },
}

const chain: CheckRule = {
  name: 'chain',
  verb: 'audit.verify',
  async look({ ctx }) {
    const { position, late, sound } = await recentChain(ctx)
    const facts = { position, late, sound: sound ? 1 : 0 }
    if (sound && (late === 0 || position === 0)) return { needs: [], facts }
    const tone = sound ? 'warn' : 'bad'
    return { needs: [{ id: 'chain', tone, since: null, facts, page: '/audit', command: 'audit verify' }], facts }
  },
}

const imported: CheckRule = {
  name: 'import',
  verb: 'now.read',
  async look({ ctx, locale }) {
    const runs = await quarantinedRuns(ctx, { days: importDays, limit: listedMax })
    return {
      needs: runs.map(({ id, file, rows, quarantined, reasons, finishedAt }) => ({
        id,
        tone: 'warn',
        since: finishedAt,
        facts: { file, rows, quarantined, reasons: rowReasonsMessage(locale, Object.keys(reasons)) },
        page: '/data',
        command: null,
      })),
    }
  },
}

const backup: CheckRule = {
  name: 'backup',
  verb: 'installation.read',
  async look({ ctx }) {
    const { last, isDue, since } = await backupStanding(ctx)
    const facts = { madeAt: last?.madeAt ?? null, fault: last?.fault ?? null }
    if (!isDue && facts.fault === null) return { needs: [], facts }
    const [tone, command] =
      facts.fault === null ? (['warn', 'backup create'] as const) : (['bad', 'backup verify'] as const)
    return { needs: [{ id: 'backup', tone, since, facts, page: '/installation', command }], facts }
  },
}

export const machineChecks: readonly CheckRule[] = [feed, disk, chain, imported, backup]
