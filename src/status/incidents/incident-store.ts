import { sql } from 'kysely'
import type { IncidentStage, IncidentUpdate, StatusIncident, Texts } from '#src/contract/status/status.ts'
import type { Db, Tx } from '#src/platform/platform.ts'

type Row = {
  id: bigint
  impact: StatusIncident['impact']
  components: string[]
  titles: Texts
  opened_at: Date
  resolved_at: Date | null
  updates: { at: number; stage: IncidentStage; texts: Texts }[] | null
}

const shownMax = 100
const updatesOf = sql`(select json_agg(json_build_object('at', (extract(epoch from u.at) * 1000)::bigint,
  'stage', u.stage, 'texts', u.texts) order by u.id desc) from status_update u where u.incident_id = i.id) as updates`

type NewIncident = Pick<StatusIncident, 'impact' | 'components' | 'titles'>

export async function insertIncident(tx: Tx, incident: NewIncident, now: number): Promise<number> {
  const { impact, components, titles } = incident
  const { rows } = await sql<{ id: bigint }>`insert into status_incident (impact, components, titles, opened_at)
    values (${impact}, ${[...components]}::text[], ${JSON.stringify(titles)}, ${new Date(now)}) returning id`.execute(
    tx,
  )
  if (!rows[0]) throw new Error('an incident was not kept')
  return Number(rows[0].id)
}

/** Locks the incident until the transaction ends. Its updates are not read. */
export async function lockIncident(tx: Tx, id: number): Promise<Omit<StatusIncident, 'updates'> | null> {
  const { rows } = await sql<Row>`select *, null as updates from status_incident where id = ${id} for update`.execute(
    tx,
  )
  return rows[0] ? toIncident(rows[0]) : null
}

export async function changeIncident(
  tx: Tx,
  { id, impact, components, resolvedAt }: Omit<StatusIncident, 'updates' | 'titles' | 'openedAt'>,
): Promise<void> {
  await sql`update status_incident set impact = ${impact}, components = ${[...components]}::text[],
    resolved_at = ${resolvedAt === null ? null : new Date(resolvedAt)} where id = ${id}`.execute(tx)
}

export async function insertUpdate(tx: Tx, incidentId: number, { at, stage, texts }: IncidentUpdate): Promise<void> {
  await sql`insert into status_update (incident_id, at, stage, texts)
    values (${incidentId}, ${new Date(at)}, ${stage}, ${JSON.stringify(texts)})`.execute(tx)
}

/** Open incidents, and incidents resolved since `since`, newest first. */
export async function shownIncidents(db: Db, since: number): Promise<StatusIncident[]> {
  const { rows } = await sql<Row>`select i.*, ${updatesOf} from status_incident i
    where i.resolved_at is null or i.resolved_at >= ${new Date(since)}
    order by i.id desc limit ${shownMax}`.execute(db)
  return rows.map(toIncident)
}

/** The newest 100 incidents, newest first. */
export async function newestIncidents(db: Db): Promise<StatusIncident[]> {
  const { rows } = await sql<Row>`select i.*, ${updatesOf} from status_incident i
    order by i.id desc limit ${shownMax}`.execute(db)
  return rows.map(toIncident)
}

function toIncident(row: Row): StatusIncident {
  return {
    id: Number(row.id),
    impact: row.impact,
    components: row.components,
    titles: row.titles,
    openedAt: row.opened_at.getTime(),
    resolvedAt: row.resolved_at?.getTime() ?? null,
    updates: row.updates ?? [],
  }
}
