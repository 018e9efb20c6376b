/**
 * The layout of ClickHouse's tables: on one server, or on the shards and replicas of a cluster. Migrations and verbs
 * write statements for one server; the layout converts each to the statements that the servers run.
 */
export type Layout = {
  cluster: string | null
  /** The statements for a change of tables or rows. */
  change(statement: string): string[]
  read(statement: string): string
}

/** Suffix of a shard's local table. Reads and writes use the `Distributed` table, whose name has no suffix. */
const local = '_local'

/**
 * Settings of the connection. An insert returns when its rows are on their shard. A query that names its instruments
 * reads only their shards. A subquery runs once, for all shards. A change of tables and a deletion return when every
 * replica has completed them.
 */
export const clusterSettings = {
  distributed_foreground_insert: 1,
  optimize_skip_unused_shards: 1,
  distributed_product_mode: 'global',
  allow_nondeterministic_mutations: 1,
  alter_sync: '2',
  mutations_sync: '2',
} as const

export function layoutOf(cluster: string | null): Layout {
  if (cluster === null) return { cluster, change: (statement) => [statement], read: (statement) => statement }
  return {
    cluster,
    change: (statement) => onCluster(statement, cluster),
    read: (statement) => ofAll(statement, cluster),
  }
}

function onCluster(statement: string, cluster: string): string[] {
  const create =
    /^CREATE TABLE IF NOT EXISTS (\w+)\s*(\([\s\S]*\)\s*)ENGINE = (\w*MergeTree)(?:\(((?:[^()]|\([^()]*\))*)\))?([\s\S]*)$/i.exec(
      statement,
    )
  if (create) {
    const [, table = '', columns = '', engine = '', fields = '', rest = ''] = create
    return created(cluster, { table, columns, engine, fields, rest })
  }
  const drop = /^DROP TABLE IF EXISTS (\w+)$/i.exec(statement)
  if (drop)
    return [drop[1], `${drop[1]}${local}`].map((table) => `DROP TABLE IF EXISTS ${table} ON CLUSTER ${cluster} SYNC`)
  const change = /^(ALTER TABLE|DELETE FROM|TRUNCATE TABLE|OPTIMIZE TABLE) (\w+)([\s\S]*)$/i.exec(statement)
  if (change) return [`${change[1]} ${change[2]}${local} ON CLUSTER ${cluster}${change[3]}`]
  if (/^(INSERT INTO|SYSTEM) /i.test(statement)) return [statement]
  throw new Error(`no rule says how a cluster runs this statement: ${statement.slice(0, 60)}`)
}

type Created = { table: string; columns: string; engine: string; fields: string; rest: string }

/** All rows of one instrument or key are on one shard, selected by the first column of ORDER BY. */
function created(cluster: string, { table, columns, engine, fields, rest }: Created): string[] {
  const [, first = ''] = /ORDER BY \(?\s*(\w+)/i.exec(rest) ?? []
  const engineArguments = [
    "'/clickhouse/tables/{uuid}/{shard}'",
    "'{replica}'",
    ...(fields === '' ? [] : [fields]),
  ].join(', ')
  return [
    `CREATE TABLE IF NOT EXISTS ${table}${local} ON CLUSTER ${cluster} ${columns}ENGINE = Replicated${engine}(${engineArguments})${rest}`,
    `CREATE TABLE IF NOT EXISTS ${table} ON CLUSTER ${cluster} AS ${table}${local} ENGINE = Distributed(${cluster}, currentDatabase(), ${table}${local}, cityHash64(${first}))`,
  ]
}

/** Sizes are read from one replica per shard; broken parts are read from every replica. */
function ofAll(statement: string, cluster: string): string {
  return statement
    .replaceAll(/\bsystem\.parts\b/g, `cluster('${cluster}', system.parts)`)
    .replaceAll(/\bsystem\.detached_parts\b/g, `clusterAllReplicas('${cluster}', system.detached_parts)`)
}
