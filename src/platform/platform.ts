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

/** The first argument of every verb. It has all that domains need, so they keep no state in modules. */
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
  /** Null if no collector is configured. */
  readonly tracing: Tracing | null
  /** `full`: the disk lacks space, so changes are refused and reading continues. */
  readonly storage: { readonly full: boolean }
  /** Values that domains keep in this process's memory, by name. The pages' separate bundle shares this map. */
  readonly kept: Map<string, unknown>
}

/** A field `key` would be redacted, so an instrument is logged as `instrument`. */
type LogFields = Record<string, unknown> & { key?: never }

/** The log: JSON lines in production, readable text on a terminal. Secrets are redacted, by field name or form. */
export interface Log {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
  /** Writes a record without redaction, for the access log. The fields must contain nothing that a client wrote. */
  plain(message: string, fields: Record<string, unknown>): void
  with(fields: Record<string, unknown>): Log
}

// biome-ignore lint/suspicious/noExplicitAny: each store gives it the types of its own tables
export type Db = Kysely<any>
// biome-ignore lint/suspicious/noExplicitAny: see Db
export type Tx = Transaction<any>

export type LockName = 'migrations' | 'auditChain' | 'backup' | 'deletions' | 'archive' | 'archivedTicks'

export type LockOrder = {
  lock: LockName
  /** Several processes may hold the lock shared at the same time, but never together with an exclusive holder. */
  isShared?: boolean
  limitMs?: number
  signal?: AbortSignal | undefined
}

export type HeldLock = {
  /** Throws if the lock was lost with its connection. */
  assertHeld(): Promise<void>
}

/**
 * PostgreSQL, embedded or external. Each store module gives `db` or `tx` the types of its own tables.
 * `int8` arrives as bigint, `timestamptz` as Date, `numeric` as text, `json` parsed.
 */
export interface Postgres {
  readonly db: Db
  /**
   * Runs `work` in a read-committed transaction. Retries it up to three times after serialisation failures and
   * deadlocks.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs `work` on a separate connection without time limits. */
  session<T>(work: (client: ClientBase) => Promise<T>): Promise<T>
  /** Notifies every process once `tx` commits (LISTEN/NOTIFY). `payload`: JSON of at most 7,000 bytes. */
  notify(tx: Tx, channel: string, payload: unknown): Promise<void>
  /**
   * Calls `handler` for each notification, and `onGap` when some may be lost: after a reconnect, and at least once a
   * minute while notifications do not arrive.
   */
  listen(channel: string, handler: (payload: unknown) => unknown, onGap: () => unknown): Promise<AsyncDisposable>
  /** Runs `work` under an advisory lock. The wait for the lock is limited, and the log names the holder. */
  whileLocked<T>(order: LockOrder, work: (held: HeldLock) => Promise<T>): Promise<T>
  /** Runs `work` under an advisory lock; returns null at once when another process holds it. */
  ifUnlocked<T>(lock: LockName, work: (held: HeldLock) => Promise<T>): Promise<T | null>
  /**
   * Writes one audit row inside `tx`: the actor, the action and its subject. `detail` has the facts, with `before`
   * and `after` where a value was replaced. Personal fields are stored separately (`contract/privacy/audit.ts`).
   */
  audit(tx: Tx, actor: Actor, action: string, subject: string, detail?: Record<string, unknown>): Promise<void>
  /** Call once per new account, in its transaction. Audit rows then have a salted digest instead of the id. */
  auditPerson(tx: Tx, accountId: string): Promise<void>
}

/** ClickHouse, embedded (chDB) or external, with three lanes, so that reports do not queue with customers' reads. */
export interface ClickHouse {
  /**
   * Rows of a SELECT; `params` fill `{name:Type}` placeholders. Throws `history_unavailable` if the query has not begun
   * after 10 s (after `maxMs`, if that is longer), if it runs longer than `maxMs` (default 2,500), and when `signal` is
   * aborted.
   */
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
  /** The numeric columns of a SELECT, in its order; no columns if there are no rows. */
  columns(
    sql: string,
    params?: Record<string, unknown>,
    options?: { lane?: 'read' | 'report'; maxMs?: number; signal?: AbortSignal },
  ): Promise<Column[]>
  /** The result of a SELECT in a binary format (Parquet), for reports. */
  bytes(sql: string, format: 'Parquet', params: Record<string, unknown>, options: { maxMs: number }): Promise<Buffer>
  /** Inserts rows as objects, in chunks of at most 100,000. */
  insert(table: string, rows: readonly object[]): Promise<void>
  /** Inserts text in a ClickHouse input format (TabSeparated, CSV, …), in one chunk of at most 100,000 rows. */
  insertText(
    table: string,
    format: 'TabSeparated' | 'CSV' | 'CSVWithNames' | 'JSONCompactEachRow',
    text: string | Buffer,
  ): Promise<void>
  /** Inserts a block in Native format, with all columns of the table in their order. */
  insertBlock(table: string, block: Buffer): Promise<void>
  /** Runs DDL or INSERT … SELECT. */
  command(sql: string, params?: Record<string, unknown>): Promise<void>
  /**
   * Writes the rows of `select` to a new `*.native.zst` file. The statement has no SETTINGS and no FORMAT. Without
   * rows there may be no file.
   */
  save(select: string, path: string, options: { maxMs: number }): Promise<void>
  /** Inserts the rows of a file that `save` wrote. */
  load(into: { table: string; columns: readonly string[] }, path: string): Promise<void>
}

/** An offset on the tape, `<epoch>-<position>`. The epoch changes when an embedded tape restarts. */
export type TapeOffset = string

/** Proof of the right to write. A store refuses a `token` below the highest that it has seen for the lease. */
export type Fence = { lease: string; token: number }

/** One entry to append. Within a lane `seq` increases by one, or by more where entries were lost. */
export type TapeRecord<E = unknown> = { lane: string; event: E }

/**
 * `at`: the time of the append, ms UTC. `seq` counts up from a time in microseconds: the tape's start or, in Redis, the
 * lane's first entry.
 */
export type TapeEntry<E = unknown> = { offset: TapeOffset; at: number; lane: string; seq: number; event: E }

/** A time and the offset of the first entry appended at `at` or later. */
export type TapeMark = { at: number; offset: TapeOffset }

/**
 * The state of a channel at this process's last append. `since`: time of the oldest entry, ms; `droppedEarly`: number
 * of entries dropped because of the byte limit.
 */
export type HeldStats = { bytes: number; since: number; droppedEarly: number }

/** A note stored atomically with an append. The append fails unless the stored note equals `before` ('' for none). */
export type WriterMark = { name: string; before: string; after: string }

/** The append-only log of market events. Independent of the domain: an event is a JSON value that readers parse. */
export interface Tape<E = unknown> {
  readonly shards: number
  /** The `seq` before a lane's first entry, the same in all lanes; null if lanes begin at different numbers. */
  readonly laneStart: number | null
  /** With `fence`, throws `Fenced` after a call of a later lease holder. Without records it only records the fence. */
  append(channel: string, records: readonly TapeRecord<E>[], fence?: Fence): Promise<void>
  /** Appends records and changes a mark atomically. Throws `MarkMoved` if another writer has changed the mark. */
  appendMarked(channel: string, records: readonly TapeRecord<E>[], mark: WriterMark, fence?: Fence): Promise<void>
  /** The mark of a writer; '' if there is none. */
  markOf(channel: string, name: string): Promise<string>
  /** Drops entries up to and including `upTo`. Only for channels with one reader. */
  trim(channel: string, upTo: TapeOffset): Promise<void>
  /** Yields batches in order after `from` until aborted. A gap batch replaces entries that the tape no longer holds. */
  follow(channel: string, from: TapeOffset | 'now' | 'oldest', signal: AbortSignal): AsyncIterable<TapeBatch<E>>
  bounds(channel: string): Promise<{ oldest: TapeOffset | null; newest: TapeOffset | null }>
  /**
   * For a reader that needs the newest entry of each lane, and all entries since `at`, ms. `states`: the newest entries
   * of lanes without entries after `from`, oldest first. The reader then follows the channel from `from`.
   */
  stateAt(channel: string, at: number): Promise<{ states: readonly TapeEntry<E>[]; from: TapeOffset | 'oldest' }>
  /** Offsets with their times, at least a second apart, oldest first. Empty on a tape that holds little. */
  marks(channel: string): Promise<readonly TapeMark[]>
  /**
   * Divides each of `channels` into another number of shards. No process may use the tape meanwhile. Entries keep their
   * numbers. `keyOf`: the key that assigns a lane to a shard. `onProgress`: called with the number of copied entries.
   */
  divide(
    shards: number,
    how: { channels: readonly string[]; keyOf: (lane: string) => string; onProgress: (entries: number) => void },
  ): Promise<void>
  /** The size of each channel to which this process has appended. */
  readonly held: ReadonlyMap<string, HeldStats>
}

/**
 * Entries, or a gap: the entries after `from` up to and including `to` are lost. `to` is empty if the tape holds no
 * newer entry.
 */
export type TapeBatch<E = unknown> =
  | { kind: 'entries'; entries: readonly TapeEntry<E>[] }
  | { kind: 'gap'; from: TapeOffset; to: TapeOffset | '' }

export type OutgoingMail = {
  to: string
  /** The address of the person whom the mail concerns, if the mail goes to another person. */
  about?: string | undefined
  /** The address for replies, if it differs from the sender. */
  replyTo?: string | undefined
  subject: string
  text: string
  html: string
  kind: string
}

/** A mail is stored in the caller's transaction, so a crash does not lose it. With a mail server, a loop sends it. */
export interface Mail {
  queue(tx: Tx, mail: OutgoingMail): Promise<void>
}

export type Allowance = { allowed: boolean; limit: number; remaining: number; resetMs: number }

/** Sliding-window counters shared by all processes. */
export interface Limiter {
  /** Counts `cost` (default 1) for `key` if the limit allows it, and returns the remainder. */
  take(key: string, rateLimit: { limit: number; windowMs: number; cost?: number }): Promise<Allowance>
  peek(key: string, rateLimit: { limit: number; windowMs: number }): Promise<Allowance>
  clear(key: string): Promise<void>
}

/** Items that are held at present, such as sockets: distinct names for each owner, counted over all processes. */
export interface Holdings {
  /**
   * Adds distinct `names` if the owner then holds at most `limit`, else adds none. `held`: the owner's count
   * afterwards.
   */
  acquire(owner: string, names: readonly string[], limit: number): Promise<{ acquired: boolean; held: number }>
  /** Releases names that this process acquired. Returns the number of names that the owner still holds. */
  release(owner: string, names: readonly string[]): Promise<number>
}

/** AES-256-GCM with a versioned key ring. `context` is associated data, which binds a ciphertext to its context. */
export interface Keyring {
  /** The versions of the keys, ascending; the last key seals. */
  readonly versions: readonly number[]
  /** Replaces all keys at once, when a key is added or retired. */
  replace(ring: string): void
  seal(plain: string, context: string): string
  /** Throws when the text was changed, belongs to another context, or was sealed by a missing key. */
  open(sealed: string, context: string): string
  /** HMAC-SHA-256 in hex by the newest key, for values that are valid for minutes: tokens, mailed codes, bot checks. */
  sign(text: string, context: string): string
  /** The signatures that are accepted now, the newest key's signature first. */
  signatures(text: string, context: string): string[]
  /** The versions whose signatures are accepted: the newest and, for ten minutes, the previous version. */
  readonly signing: readonly number[]
  /** `v<version>.<hex>`: HMAC-SHA-256 by the newest key, for fingerprints that are stored with their data. */
  fingerprint(text: string, context: string): string
  /** Whether a key of the ring made the fingerprint. Throws when the ring lacks the key that the fingerprint names. */
  isFingerprint(made: string, text: string, context: string): boolean
  /** The key, in hex, of fingerprints that name no key. Some stored data can be checked only by such a fingerprint. */
  unversionedKey(): string
  /** A text by which a ring is recognised; it reveals no key. */
  mark(): string
  /** Sets the time at which the newest key was first used, ms. */
  begun(at: number): void
  /** The text of the key ring, only for backups. */
  ring(): string
}

export type Statement = { system: 'postgresql' | 'clickhouse'; text: string; ms: number; failed: boolean }

/** Sends spans of requests and statements to a collector: routes and SQL texts, no parameters, keys or addresses. */
export interface Tracing {
  /** Runs `answer` in a span. The span ends with the response, and then `routeOf` is called for its name. */
  serve(incoming: IncomingMessage, outgoing: ServerResponse, routeOf: () => string, answer: () => void): void
  /** Adds a statement to the span of its request. Statements outside of requests are ignored. */
  noteStatement(statement: Statement): void
}
