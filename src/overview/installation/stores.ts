import { dayMs } from '#src/contract/time.ts'
import { historyHealth } from '#src/market/sources/history-health.ts'
import { tapeChannels } from '#src/market/tape.ts'
import { archiveStatus, damagedFiles } from '#src/market/tick-archive/archive-status.ts'
import { installedAt } from '#src/platform/backup/records.ts'
import { type StoreProbes, storeProbes } from '#src/platform/engines/store-probes.ts'
import { TakesNoChanges } from '#src/platform/engines/takes-no-changes.ts'
import type { Platform } from '#src/platform/platform.ts'
import { clickhouseBirth, setAside, unreadable } from '#src/platform/stores/history/history-state.ts'

const gapDays = 7
/**
 * Both stores are created in one start, so a ClickHouse that is younger than PostgreSQL by more than this is reported.
 * The report ends after `rememberedMs`, since an operator may have replaced ClickHouse on purpose.
 */
const youngerMs = 3_600_000
const rememberedMs = 30 * dayMs
const mend = 'Put back DATA_DIR/clickhouse from a copy, or import again what it held ("import bars")'

/**
 * Whether history is complete. Reports broken parts that ClickHouse detached, lost imported rows, a history younger
 * than PostgreSQL, and gaps of the recorder. `thorough` also reads every stored block.
 */
export async function historyLine(ctx: Platform, thorough: boolean): Promise<string> {
  const broken = await setAside(ctx.clickhouse)
  if (broken.length > 0) throw new Error(`broken parts were put aside: ${broken.join(', ')}. ${mend}`)
  const { checked, lost, gaps } = await historyHealth(ctx, ctx.clock.now() - gapDays * dayMs)
  if (lost > 0) throw new Error(`${lost} of ${checked} imported series have no bar any longer. ${mend}`)
  const born = await clickhouseBirth(ctx.clickhouse)
  const isYounger = born - (await installedAt(ctx)) > youngerMs
  if (isYounger && ctx.clock.now() - born < rememberedMs)
    throw new Error(`it was made anew on ${dayOf(born)}, after PostgreSQL. ${mend}`)
  const missed = `${gaps} gaps in ${gapDays} days`
  return thorough ? `${await readAll(ctx)}, ${missed}` : missed
}

async function readAll({ clickhouse }: Platform): Promise<string> {
  const { damaged, unfinished } = await unreadable(clickhouse)
  if (damaged.length > 0) throw new Error(`damaged files in ${damaged.join(', ')}. ${mend}`)
  if (unfinished.length === 0) return 'every block can be read'
  return `too large to read within a minute: ${unfinished.join(', ')}`
}

export async function archiveLine(ctx: Platform): Promise<string> {
  const { location, kinds } = await archiveStatus(ctx)
  const damaged = await damagedFiles(ctx, { thorough: false })
  if (damaged.length > 0)
    throw new Error(
      `${damaged.length} files are missing or damaged at ${location}: ${damaged.slice(0, 3).join(', ')}. Put them back from a copy`,
    )
  const files = kinds.reduce((sum, kind) => sum + kind.files, 0)
  return `${files} files at ${location}`
}

/** Checks Redis, or the tape in memory that replaces Redis on one machine. */
export async function sharedLine(ctx: Platform): Promise<string> {
  await assertTakesChanges(ctx, 'Redis')
  await Promise.all(tapeChannels(ctx).map((channel) => ctx.tape.bounds(channel)))
  return ctx.settings.hasRedisUrl ? 'external, the tape answers' : 'not used: the tape is in memory'
}

/** Throws if the store does not answer or refuses changes. Does nothing for an engine without a probe. */
export async function assertTakesChanges(ctx: Platform, store: keyof StoreProbes): Promise<void> {
  try {
    await storeProbes.of(ctx)?.[store]?.()
  } catch (cause) {
    throw cause instanceof TakesNoChanges ? new Error(`takes no changes: ${cause.message}`, { cause }) : cause
  }
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
