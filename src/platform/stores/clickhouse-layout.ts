/**
 * Where the tables of ClickHouse are: on one server, or on the shards and replicas of a cluster. Migrations and verbs write
 * statements for one server; a layout turns each into what its servers run.
 */
export type Layout = {
  cluster: string | null
  /** A statement that changes tables or rows. */
  change(statement: string): string[]
  /** A statement that reads. */
  read(statement: string): string
}

/** In the name of a shard's own table. Reads and writes go through the table without it, which is `Distributed`. */
const local = '_local'

/**
 * Of the connection. Rows are on their shard when an insert is answered; a query that names its instruments asks their shards only;
 * a subquery is asked once, for all shards; a change of tables or a deletion is done on every replica when it is answered.
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

/** The rows of one instrument, or of one key, are on one shard: the one that the first column of the order selects. */
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

/** The sizes of one copy; what is broken, on every replica. */
function ofAll(statement: string, cluster: string): string {
  return statement
    .replaceAll(/\bsystem\.parts\b/g, `cluster('${cluster}', system.parts)`)
    .replaceAll(/\bsystem\.detached_parts\b/g, `clusterAllReplicas('${cluster}', system.detached_parts)`)
}
