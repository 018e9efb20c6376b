import { sql } from 'kysely'
import type { AlertFiring } from '#src/contract/account/alerts.ts'
import { type AssetClass, assetClasses } from '#src/contract/market.ts'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { StoredAlert } from './alert.ts'

type AlertRow = {
  id: string
  account_id: string
  key: string
  ticker: string
  condition: StoredAlert['condition']
  note: string
  pause_seconds: number | null
  by_mail: boolean
  by_webhook: boolean
  created_at: Date
  expires_at: Date | null
  version: number
  state: StoredAlert['state']
  rests_until: Date | null
  fired_at: Date | null
}

const firingsMax = 50

export async function alertsOf(db: Db, accountId: string): Promise<StoredAlert[]> {
  const { rows } = await sql<AlertRow>`select * from price_alert where account_id = ${accountId}
    order by created_at desc, id`.execute(db)
  return rows.map(toAlert)
}

export async function countAlerts(tx: Tx, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`select count(*) as count from price_alert
    where account_id = ${accountId}`.execute(tx)
  return Number(rows[0]?.count ?? 0)
}

export async function lockAlert(tx: Tx, accountId: string, id: string): Promise<StoredAlert | null> {
  const { rows } = await sql<AlertRow>`select * from price_alert where account_id = ${accountId} and id = ${id}
    for update`.execute(tx)
  return rows[0] ? toAlert(rows[0]) : null
}

export async function alertById(db: Db, id: string): Promise<StoredAlert | null> {
  const { rows } = await sql<AlertRow>`select * from price_alert where id = ${id}`.execute(db)
  return rows[0] ? toAlert(rows[0]) : null
}

/** The alerts on instruments of an asset class that are neither done nor paused. */
export async function liveAlertsOf(db: Db, assetClass: AssetClass): Promise<StoredAlert[]> {
  const next = String.fromCharCode(':'.charCodeAt(0) + 1)
  const { rows } = await sql<AlertRow>`select * from price_alert where state <> 'done' and state <> 'paused'
    and key >= ${`${assetClass}:`} collate "C" and key < ${`${assetClass}${next}`} collate "C"`.execute(db)
  return rows.map(toAlert)
}

export async function insertAlert(tx: Tx, alert: StoredAlert): Promise<void> {
  const { id, accountId, key, ticker } = alert
  await sql`insert into price_alert (id, account_id, key, ticker, condition, note, pause_seconds, by_mail, by_webhook,
      created_at, expires_at, version, state)
    values (${id}, ${accountId}, ${key}, ${ticker}, ${JSON.stringify(alert.condition)}, ${alert.note},
      ${alert.pauseSeconds}, ${alert.byMail}, ${alert.byWebhook}, ${new Date(alert.createdAt)}, ${dateOf(alert.expiresAt)},
      ${alert.version}, ${alert.state})`.execute(tx)
}

export async function replaceAlert(tx: Tx, alert: StoredAlert): Promise<void> {
  await sql`update price_alert set condition = ${JSON.stringify(alert.condition)}, note = ${alert.note},
      pause_seconds = ${alert.pauseSeconds}, by_mail = ${alert.byMail}, by_webhook = ${alert.byWebhook},
      expires_at = ${dateOf(alert.expiresAt)}, version = ${alert.version}, state = ${alert.state}, rests_until = null
    where id = ${alert.id}`.execute(tx)
}

export async function ownersOf(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; account_id: string }>`select id, account_id from price_alert
    where id = any(${[...ids]}::text[])`.execute(tx)
  return new Map(rows.map(({ id, account_id }) => [id, account_id]))
}

/** Pauses the alerts whose version is unchanged, and gives them a new version. Returns the ids of the paused alerts. */
export async function pauseAlerts(tx: Tx, alerts: readonly Pick<StoredAlert, 'id' | 'version'>[]): Promise<string[]> {
  if (alerts.length === 0) return []
  const { rows } = await sql<{ id: string }>`update price_alert a
    set state = 'paused', rests_until = null, version = a.version + 1
    from unnest(${alerts.map(({ id }) => id)}::text[], ${alerts.map(({ version }) => version)}::int[]) as u (id, version)
    where a.id = u.id and a.version = u.version returning a.id`.execute(tx)
  return rows.map(({ id }) => id)
}

export type AlertSubject = { key: string; ticker: string }

export async function alertSubjects(db: Db): Promise<AlertSubject[]> {
  const { rows } = await sql<AlertSubject>`select distinct key, ticker from price_alert`.execute(db)
  return rows
}

/** Moves alerts to another instrument, and gives them a new version. Returns the ids of the moved alerts. */
export async function moveAlerts(tx: Tx, from: AlertSubject, to: AlertSubject): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`update price_alert
    set key = ${to.key}, ticker = ${to.ticker}, version = version + 1
    where key = ${from.key} and ticker = ${from.ticker} returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function deleteAlert(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const { rows } = await sql`delete from price_alert where account_id = ${accountId} and id = ${id}
    returning 1`.execute(tx)
  return rows.length > 0
}

/** The newest firings of an account, newest first. `ids`: all firings with these ids instead. */
export async function firingsOf(
  db: Db,
  accountId: string,
  ids: readonly string[] | null = null,
): Promise<AlertFiring[]> {
  const { rows } = await sql<{
    id: string
    alert_id: string
    ticker: string
    condition: StoredAlert['condition']
    note: string
    fired_at: Date
    value: number
    price: number
  }>`select f.id, f.alert_id, a.ticker, coalesce(f.condition, a.condition) as condition,
      coalesce(f.note, a.note) as note, f.fired_at, f.value, f.price
    from alert_firing f join price_alert a on a.id = f.alert_id
    where f.account_id = ${accountId} and (${ids === null} or f.id = any(${[...(ids ?? [])]}::text[]))
    order by f.fired_at desc, f.id limit ${ids?.length ?? firingsMax}`.execute(db)
  return rows.map(({ id, alert_id, ticker, condition, note, fired_at, value, price }) => ({
    ...{ id, alertId: alert_id, symbol: ticker, condition, note, value, price },
    firedAt: fired_at.getTime(),
  }))
}

/**
 * The newest 20 gaps in the tape that were noticed after `since`, ms. No alert was evaluated on the events in a gap.
 */
export async function missedSince(db: Db, since: number): Promise<{ class: AssetClass; at: number }[]> {
  const { rows } = await sql<{ channel: string; noticed_at: Date }>`select channel, noticed_at from alert_gap
    where noticed_at > ${new Date(since)} order by noticed_at desc limit 20`.execute(db)
  return rows.flatMap(({ channel, noticed_at }) => {
    const found = assetClasses.find((name) => channel.startsWith(name))
    return found ? [{ class: found, at: noticed_at.getTime() }] : []
  })
}

function dateOf(time: number | null): Date | null {
  return time === null ? null : new Date(time)
}

function toAlert(row: AlertRow): StoredAlert {
  const { id, key, ticker, condition, note, version, state } = row
  return {
    ...{ id, key, ticker, condition, note, version, state },
    accountId: row.account_id,
    pauseSeconds: row.pause_seconds,
    byMail: row.by_mail,
    byWebhook: row.by_webhook,
    createdAt: row.created_at.getTime(),
    expiresAt: row.expires_at?.getTime() ?? null,
    restsUntil: row.rests_until?.getTime() ?? null,
    firedAt: row.fired_at?.getTime() ?? null,
  }
}
