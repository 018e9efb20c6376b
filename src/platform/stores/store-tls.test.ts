import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { Cluster, type Redis } from 'iovalkey'
import pg from 'pg'
import { expect, test } from 'vitest'
import { freePort } from '#test/fixtures/free-port.ts'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { redisServer, startRedis } from '#test/fixtures/redis.ts'
import { silentLog } from '../log/log.ts'
import { openClickHouse } from './clickhouse.ts'
import { startEmbeddedPostgres } from './postgres-embedded.ts'
import { connectRedis, probeRedis } from './redis.ts'

const hasOpenssl = (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'openssl')))
if (!hasOpenssl) didNotRun('TLS of the stores', 'there is no openssl to make certificates with')
if (!redisServer()) didNotRun('TLS of Redis', 'there is no redis-server and no valkey-server')

type Certificates = AsyncDisposable & { path(name: string): string; trusted: string; own: string }

/** An authority, a certificate for localhost and a client certificate. */
async function makeCertificates(): Promise<Certificates> {
  const dir = await mkdtemp(join(tmpdir(), 'tapewire-tls-'))
  const path = (name: string) => join(dir, name)
  const openssl = (text: string) => execFileSync('openssl', text.split(' '), { cwd: dir, stdio: 'ignore' })
  const key = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'
  openssl(`req -x509 ${key} -keyout ca.key -out ca.crt -subj /CN=authority`)
  const signed = '-CA ca.crt -CAkey ca.key'
  openssl(
    `req -x509 ${key} ${signed} -keyout server.key -out server.crt -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1`,
  )
  openssl(`req -x509 ${key} ${signed} -keyout client.key -out client.crt -subj /CN=tapewire`)
  const trusted = `sslrootcert=${path('ca.crt')}`
  return {
    path,
    trusted,
    own: `${trusted}&sslcert=${path('client.crt')}&sslkey=${path('client.key')}`,
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }),
  }
}

/** The settings of a server that requires certificates from its clients. */
function tlsOf({ path }: Certificates, port: number): string[] {
  const files = ['--tls-cert-file', path('server.crt'), '--tls-key-file', path('server.key')]
  return ['--tls-port', `${port}`, ...files, '--tls-ca-cert-file', path('ca.crt'), '--tls-auth-clients', 'yes']
}

async function probe(url: string): Promise<void> {
  const connection = connectRedis(url, silentLog, { retryStrategy: () => null, sentinelRetryStrategy: () => null })
  try {
    if (connection instanceof Cluster && connection.status !== 'ready') await once(connection, 'ready')
    await probeRedis(connection)
  } finally {
    connection.disconnect()
  }
}

test.skipIf(!hasOpenssl)(
  'PostgreSQL is reached over TLS with a private authority and a client certificate',
  async () => {
    await using made = await makeCertificates()
    const port = await freePort()
    const dir = await mkdtemp(join(tmpdir(), 'tapewire-test-'))
    const files = {
      ssl_cert_file: made.path('server.crt'),
      ssl_key_file: made.path('server.key'),
      ssl_ca_file: made.path('ca.crt'),
    }
    const settings = { ...files, ssl: 'on', listen_addresses: 'localhost', port: `${port}`, fsync: 'off' }
    await using server = await startEmbeddedPostgres({ dir, log: silentLog, settings })
    const how = async (query: string) => {
      const client = new pg.Client({ connectionString: `postgres://tapewire@localhost:${port}/postgres?${query}` })
      client.on('error', () => {})
      await client.connect()
      const { rows } = await client.query('select ssl, client_dn from pg_stat_ssl where pid = pg_backend_pid()')
      await client.end()
      return rows[0]
    }
    expect(await how(`sslmode=verify-full&${made.own}`)).toEqual({ ssl: true, client_dn: '/CN=tapewire' })
    expect(await how(`sslmode=verify-full&${made.trusted}`)).toEqual({ ssl: true, client_dn: null })
    await expect(how('sslmode=verify-full')).rejects.toThrow('certificate')
    await server[Symbol.asyncDispose]()
    await rm(dir, { recursive: true })
  },
)

test.skipIf(!hasOpenssl || !redisServer())(
  'Redis is reached over TLS with a private authority and a client certificate',
  async () => {
    await using made = await makeCertificates()
    const tlsPort = await freePort()
    await using _server = await startRedis({ settings: tlsOf(made, tlsPort) })
    const ping = (query: string) => probe(`rediss://localhost:${tlsPort}?${query}`)
    await ping(made.own)
    await expect(ping(made.trusted)).rejects.toThrow()
    await expect(ping('')).rejects.toThrow()
    await expect(ping('sslrootcert=/nowhere.crt')).rejects.toThrow(
      'REDIS_URL names /nowhere.crt in sslrootcert, which cannot be read (ENOENT).',
    )
  },
)

test.skipIf(!hasOpenssl || !redisServer())(
  'a Sentinel and the master that it names are reached over TLS with a client certificate',
  async () => {
    await using made = await makeCertificates()
    const [masterPort, sentinelPort] = [await freePort(), await freePort()]
    await using _master = await startRedis({ settings: tlsOf(made, masterPort) })
    await using _sentinel = await startRedis({
      settings: ['--sentinel', ...tlsOf(made, sentinelPort), '--tls-replication', 'yes'],
      config: `sentinel monitor main 127.0.0.1 ${masterPort} 1\n`,
    })
    const url = `rediss+sentinel://localhost:${sentinelPort}/main`
    await probe(`${url}?${made.own}`)
    await expect(probe(`${url}?${made.trusted}`)).rejects.toThrow()
  },
)

test.skipIf(!hasOpenssl || !redisServer())(
  'every node of a Redis cluster is reached over TLS with a client certificate',
  async () => {
    await using made = await makeCertificates()
    const [port, busPort] = [await freePort(), await freePort()]
    const cluster = [
      ...['--cluster-enabled', 'yes', '--cluster-port', `${busPort}`, '--tls-cluster', 'yes'],
      ...['--cluster-announce-ip', '127.0.0.1'],
    ]
    await using server = await startRedis({ settings: [...tlsOf(made, port), ...cluster] })
    const plain = connectRedis(server.url, silentLog) as Redis
    await plain.call('CLUSTER', 'ADDSLOTSRANGE', 0, 16_383)
    await expect.poll(() => plain.cluster('INFO')).toContain('cluster_state:ok')
    plain.disconnect()
    const url = `rediss+cluster://localhost:${port}`
    await probe(`${url}?${made.own}`)
    await expect(probe(`${url}?${made.trusted}`)).rejects.toThrow()
  },
)

test.skipIf(!hasOpenssl)(
  'ClickHouse is reached over TLS with a private authority and a client certificate',
  async () => {
    await using made = await makeCertificates()
    const read = (name: string) => readFileSync(made.path(name))
    const tls = { cert: read('server.crt'), key: read('server.key'), ca: read('ca.crt'), requestCert: true }
    const server = createServer({ ...tls, rejectUnauthorized: true }, (_request, response) => response.end('{"1":1}\n'))
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
    const { port } = server.address() as AddressInfo
    const ping = async (query: string) => {
      await using clickhouse = await openClickHouse({ kind: 'url', url: `https://localhost:${port}?${query}` })
      await clickhouse.probe()
    }
    await ping(made.own)
    await expect(ping(made.trusted)).rejects.toThrow()
    await expect(ping('')).rejects.toThrow('certificate')
    server.closeAllConnections()
    server.close()
  },
)
