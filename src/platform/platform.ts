import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Kysely, Transaction } from 'kysely'
import type { ClientBase } from 'pg'
import type { Actor } from './actor.ts'
import type { Clock } from './clock.ts'
import type { LoopWatch } from './metrics/loop-watch.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Column } from './packed/native-columns.ts'
import type { Random } from './random.ts'
import type { Settings } from './settings.ts'

/** The small object every verb receives first. Domains keep no state in modules: what they need is here. */
export interface Platform {
  readonly settings: Settings
  readonly log: Log
  readonly clock: Clock
  readonly random: Random
  readonly postgres: Postgres
  readonly clickhouse: ClickHouse
  readonly tape: Tape
  readonly mail: Mail
  readonly limiter: Limiter
  readonly holdings: Holdings
  readonly keyring: Keyring
  readonly metrics: Metrics
  readonly loop: LoopWatch
  /** Null without a collector. */
  readonly tracing: Tracing | null
  /** `full` while the disk has no room: changes are refused, reading continues. */
  readonly storage: { readonly full: boolean }
  /** What a domain keeps in memory for this process, under its name. The pages' bundle has its own modules, but sees the same. */
  readonly kept: Map<string, unknown>
}

/** JSON lines in production, readable on a terminal. Fields named like secrets are redacted at the sink. */
export interface Log {
  debug(message: string, fields?: Record<string, unknown>): void
  info(message: string, fields?: Record<string, unknown>): void
  warn(message: string, fields?: Record<string, unknown>): void
  error(message: string, fields?: Record<string, unknown>): void
  /** A line of closed fields, none of which a client wrote: they are not redacted. For the access log, a line a request. */
  plain(message: string, fields: Record<string, unknown>): void
  with(fields: Record<string, unknown>): Log
}

// biome-ignore lint/suspicious/noExplicitAny: each store gives it the types of its own tables
export type Db = Kysely<any>
// biome-ignore lint/suspicious/noExplicitAny: see Db
export type Tx = Transaction<any>

/**
 * PostgreSQL, embedded or external. A store gives `db` or `tx` the types of its own tables.
 * `int8` arrives as bigint, `timestamptz` as Date, `numeric` as text, `json` parsed.
 */
export interface Postgres {
  readonly db: Db
  /** Runs `work` in one read-committed transaction; retries serialisation failures and deadlocks up to three times. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs `work` on a connection of its own, which has no limit of time. */
  session<T>(work: (client: ClientBase) => Promise<T>): Promise<T>
  /** Notifies every process once `tx` commits (LISTEN/NOTIFY); `payload` is JSON of at most 7,000 bytes. */
  notify(tx: Tx, channel: string, payload: unknown): Promise<void>
  /** Calls `handler` for each notification until disposed; reconnects by itself and then calls `onGap`, since some may be lost. */
  listen(channel: string, handler: (payload: unknown) => void, onGap?: () => void): Promise<AsyncDisposable>
  /**
   * Writes one audit row inside `tx`: who did what to which subject. `detail` has the facts of it, and `before` and `after`
   * where something was replaced; what is personal among them is kept apart (`contract/privacy/audit.ts`).
   */
  audit(tx: Tx, actor: Actor, action: string, subject: string, detail?: Record<string, unknown>): Promise<void>
  /** Once for each new account, in its transaction: audit rows then hold a salted digest in place of its id. */
  auditPerson(tx: Tx, accountId: string): Promise<void>
}

/** ClickHouse, embedded (chDB) or external, behind three lanes so that a report never delays a customer's read. */
export interface ClickHouse {
  /** Rows of a SELECT; `{name:Type}` placeholders take `params`. Bounded by `maxMs` (default 2,500), waiting included; then `history_unavailable`. After `signal` it is not begun, or not waited for. */
  query<Row>(
    sql: string,
    params?: Record<string, unknown>,
    options?: { lane?: 'read' | 'report'; maxMs?: number; signal?: AbortSignal },
  ): Promise<Row[]>
  /** The raw text of a SELECT in a ClickHouse output format (JSONCompact, CSVWithNames, …). */
  text(
    sql: string,
    format: string,
    params?: Record<string, unknown>,
    options?: { lane?: 'read' | 'report'; maxMs?: number; signal?: AbortSignal },
  ): Promise<string>
  /** Columns of numbers of a SELECT, in its order; none when there are no rows. */
  columns(
    sql: string,
    params?: Record<string, unknown>,
    options?: { lane?: 'read' | 'report'; maxMs?: number; signal?: AbortSignal },
  ): Promise<Column[]>
  /** The same in a binary format (Parquet), for reports. */
  bytes(sql: string, format: 'Parquet', params: Record<string, unknown>, options: { maxMs: number }): Promise<Buffer>
  /** Inserts rows as objects, in chunks of at most 100,000. */
  insert(table: string, rows: readonly object[]): Promise<void>
  /** Inserts text that is already in a ClickHouse input format (TabSeparated, CSV, …): one chunk of at most 100,000 rows. */
  insertText(
    table: string,
    format: 'TabSeparated' | 'CSV' | 'CSVWithNames' | 'JSONCompactEachRow',
    text: string | Buffer,
  ): Promise<void>
  /** Inserts a block of the Native format, with all columns of the table in their order. */
  insertBlock(table: string, block: Buffer): Promise<void>
  /** DDL, or INSERT … SELECT. */
  command(sql: string, params?: Record<string, unknown>): Promise<void>
  /** Writes the rows of a SELECT without SETTINGS and FORMAT into a new file, `*.native.zst`. Without rows there may be none. */
  save(select: string, path: string, options: { maxMs: number }): Promise<void>
  /** Inserts the rows of a file that `save` wrote. */
  load(into: { table: string; columns: readonly string[] }, path: string): Promise<void>
}

/** A position on the tape: `<epoch>-<sequence>`; the epoch changes when an embedded tape restarts. */
export type TapeOffset = string

/** Who may write. A store refuses a `token` below the highest that it has seen of the same lease. */
export type Fence = { lease: string; token: number }

/** One entry to append. Within a lane `seq` rises by exactly one. */
export type TapeRecord<E = unknown> = { lane: string; event: E }

/** `at` is when the entry was appended, ms UTC. `seq` starts at the tape's start in microseconds. */
export type TapeEntry<E = unknown> = { offset: TapeOffset; at: number; lane: string; seq: number; event: E }

/** `offset` is that of the first entry appended at `at` or later. */
export type TapeMark = { at: number; offset: TapeOffset }

/** State of a channel at the last append of this process: bytes, time of the oldest entry in ms, and entries dropped early because of bytes. */
export type HeldStats = { bytes: number; since: number; droppedEarly: number }

/** A note that a writer stores in the same step as an append. The append fails unless the stored note is `before` ('' for none). */
export type WriterMark = { name: string; before: string; after: string }

/** The append-only log of market events. It knows nothing of the domain: an event is a JSON value that readers parse. */
export interface Tape<E = unknown> {
  /** The number of channels of each class. */
  readonly shards: number
  /** With `fence`, throws `Fenced` once a later holder of the lease has appended. Without records it only checks the fence. */
  append(channel: string, records: readonly TapeRecord<E>[], fence?: Fence): Promise<void>
  /** Appends records and changes a mark in one step; throws `MarkMoved` when another writer has changed the mark. */
  appendMarked(channel: string, records: readonly TapeRecord<E>[], mark: WriterMark, fence?: Fence): Promise<void>
  /** The mark of a writer, '' for none. */
  markOf(channel: string, name: string): Promise<string>
  /** Drops entries up to and including `upTo`. Only for channels with one reader. */
  trim(channel: string, upTo: TapeOffset): Promise<void>
  /** Yields batches in order, starting after `from`, until aborted. A batch may be a gap: entries that are no longer held. */
  follow(channel: string, from: TapeOffset | 'now' | 'oldest', signal: AbortSignal): AsyncIterable<TapeBatch<E>>
  bounds(channel: string): Promise<{ oldest: TapeOffset | null; newest: TapeOffset | null }>
  /**
   * For a reader that needs the newest entry of every lane and all entries since `at`, in ms: it takes `states`, the newest entries
   * of lanes without entries after `from`, oldest first, and then follows `from`.
   */
  stateAt(channel: string, at: number): Promise<{ states: readonly TapeEntry<E>[]; from: TapeOffset | 'oldest' }>
  /** Offsets at least a second apart with their times, oldest first; none on a tape that holds little. */
  marks(channel: string): Promise<readonly TapeMark[]>
  /**
   * Divides each of `channels` into another number of shards; no process may use the tape meanwhile. Entries keep their numbers.
   * `keyOf` gives the key by which a lane is assigned to a shard. `tell` is called with the number of entries copied so far.
   */
  divide(
    shards: number,
    how: { channels: readonly string[]; keyOf: (lane: string) => string; onProgress: (entries: number) => void },
  ): Promise<void>
  /** By channel, for the channels that this process has appended to. */
  readonly held: ReadonlyMap<string, HeldStats>
}

/** In a gap the entries after `from`, up to and including `to`, are lost; `to` is empty when no newer entry is held. */
export type TapeBatch<E = unknown> =
  | { kind: 'entries'; entries: readonly TapeEntry<E>[] }
  | { kind: 'gap'; from: TapeOffset; to: TapeOffset | '' }

export type OutgoingMail = {
  to: string
  /** The address of the person whom the mail concerns, if it is sent to somebody else. */
  about?: string | undefined
  /** Where answers go, if not to the sender of every mail. */
  replyTo?: string | undefined
  subject: string
  text: string
  html: string
  kind: string
}

/** Mails are rows first: queued inside the caller's transaction, sent by a loop, retried, never lost. */
export interface Mail {
  queue(tx: Tx, mail: OutgoingMail): Promise<void>
}

export type Allowance = { allowed: boolean; limit: number; remaining: number; resetMs: number }

/** Sliding-window counters shared by all processes. */
export interface Limiter {
  /** Counts `cost` (default 1) against `key` if the window has room, and says what is left. */
  take(key: string, rateLimit: { limit: number; windowMs: number; cost?: number }): Promise<Allowance>
  peek(key: string, rateLimit: { limit: number; windowMs: number }): Promise<Allowance>
  clear(key: string): Promise<void>
}

/** What is held at this moment, such as sockets: distinct names for each owner, counted over all processes. */
export interface Holdings {
  /** Adds `names` if the owner then holds at most `limit`, else nothing. A name counts once. `held`: the new count. */
  acquire(owner: string, names: readonly string[], limit: number): Promise<{ acquired: boolean; held: number }>
  /** Gives back what this process took, and says how many the owner still holds. */
  release(owner: string, names: readonly string[]): Promise<number>
}

/** AES-256-GCM with a versioned key ring; `context` is bound as associated data, so a ciphertext cannot be moved. */
export interface Keyring {
  /** Of its keys, ascending: the last one seals. */
  readonly versions: readonly number[]
  /** Takes the keys of another ring at once, when a key is added or retired. */
  replace(ring: string): void
  seal(plain: string, context: string): string
  /** Throws when the text was changed, moved or sealed by a key that is gone. */
  open(sealed: string, context: string): string
  /** HMAC-SHA-256 for tokens and fingerprints, hex. */
  mac(text: string, context: string): string
  /** The keys themselves, for a backup alone. */
  ring(): string
}

/** A statement that has just ended. */
export type Statement = { system: 'postgresql' | 'clickhouse'; text: string; ms: number; failed: boolean }

/** Spans of requests and statements, sent to a collector. They hold routes and SQL texts, never parameters, keys or addresses. */
export interface Tracing {
  /** Runs `answer` in a span, which ends with the response; `routeOf` is asked then. */
  serve(incoming: IncomingMessage, outgoing: ServerResponse, routeOf: () => string, answer: () => void): void
  /** Notes a statement as a part of the request that it was made for. Outside of requests it is left out. */
  noteStatement(statement: Statement): void
}
