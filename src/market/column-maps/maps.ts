import { refuse } from '#src/contract/errors.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { readColumnMap } from '../import/reading/column-map.ts'
import type { SavedMap } from './map-store.ts'
import * as store from './map-store.ts'

export type { SavedMap }

/** Column mappings of known file formats. `massive`: the flat files of minutes and days that Massive publishes. */
const known: readonly SavedMap[] = [
  {
    name: 'massive',
    columns: 'time=window_start:ns,open=open,high=high,low=low,close=close,volume=volume,code=ticker',
  },
]

export async function saveColumnMap(ctx: Platform, actor: Actor, { name, columns }: SavedMap): Promise<void> {
  const by = await requireStaff(ctx, actor, 'import.map')
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(name)) throw refuse('invalid_parameter', { param: 'name' })
  readColumnMap(columns)
  await ctx.postgres.transaction(async (tx) => {
    await store.save(tx, { name, columns }, ctx.clock.now())
    await ctx.postgres.audit(tx, by, 'import.map', name, { columns })
  })
}

/** The saved mappings, and the known mappings that no saved mapping replaces. */
export async function listColumnMaps({ postgres }: Platform): Promise<SavedMap[]> {
  const saved = await store.all(postgres.db)
  return [...known.filter(({ name }) => !saved.some((one) => one.name === name)), ...saved]
}

/** The mapping that the option `--map` states, directly or by the name of a saved mapping. */
export async function columnsOf(ctx: Platform, text: string): Promise<string> {
  if (text.includes('=')) {
    readColumnMap(text)
    return text
  }
  const found = (await listColumnMaps(ctx)).find(({ name }) => name === text)
  if (!found)
    throw new SettingsError(`There is no column mapping "${text}". Save it: import map save ${text} time=ts,…`)
  return found.columns
}
