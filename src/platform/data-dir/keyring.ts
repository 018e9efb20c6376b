import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { minuteMs } from '#src/contract/time.ts'
import { type Clock, systemClock } from '../clock.ts'
import type { Keyring } from '../platform.ts'
import { SettingsError } from '../settings.ts'
import { hasCode } from './read-if-there.ts'

const ivBytes = 12
const tagBytes = 16
const reloadEveryMs = 1_000

/** For this time after this process has loaded its newest key, signatures of the previous key are accepted. */
const formerSignaturesMs = 10 * minuteMs

type Keys = { versions: readonly number[]; newest: number; sealing: Map<number, Buffer>; signing: Map<number, Buffer> }

/**
 * Parses a key ring, `1:<base64 of 32 bytes>,2:…`. The key with the highest version encrypts, signs and makes
 * fingerprints; all keys decrypt and check fingerprints.
 */
export function createKeyring(text: string, clock: Pick<Clock, 'now'> = systemClock): Keyring {
  let [ring, keys, begunAt] = [text, keysOf(text), clock.now()]
  const signing = () => keys.versions.slice(clock.now() < begunAt + formerSignaturesMs ? -2 : -1).reverse()
  const lowest = () => keyOf(keys.signing, keys.versions[0] ?? 1)
  return {
    ring: () => ring,
    get versions() {
      return keys.versions
    },
    replace(other) {
      const { newest } = keys
      keys = keysOf(other)
      ring = other
      if (keys.newest !== newest) begunAt = clock.now()
    },
    begun(at) {
      begunAt = at
    },
    seal(plain, context) {
      const { newest, sealing } = keys
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', keyOf(sealing, newest), iv).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `v${newest}.${sealed.toString('base64url')}`
    },
    open(sealed, context) {
      const [, version = '', body = ''] = /^v(\d+)\.([\w-]+)$/.exec(sealed) ?? []
      const bytes = Buffer.from(body, 'base64url')
      if (bytes.length < ivBytes + tagBytes) throw new Error('sealed text is cut short')
      const key = keyOf(keys.sealing, Number(version))
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-tagBytes))
      return decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
    },
    get signing() {
      return signing()
    },
    sign: (text, context) => macOf(keyOf(keys.signing, keys.newest), text, context),
    signatures: (text, context) => signing().map((version) => macOf(keyOf(keys.signing, version), text, context)),
    fingerprint: (text, context) => `v${keys.newest}.${macOf(keyOf(keys.signing, keys.newest), text, context)}`,
    isFingerprint(made, text, context) {
      const [, version, mac = made] = /^v(\d+)\.(\w+)$/.exec(made) ?? []
      const key = version === undefined ? lowest() : keyOf(keys.signing, Number(version))
      return mac === macOf(key, text, context)
    },
    unversionedKey: () => lowest().toString('hex'),
    mark: () => macOf(lowest(), 'which ring', 'backup'),
  }
}

/** HMAC-SHA-256 in hex of a text in its context. */
export function macOf(key: Buffer, text: string, context: string): string {
  return createHmac('sha256', key).update(`${context}\0${text}`).digest('hex')
}

function keysOf(text: string): Keys {
  const masters = parseRing(text)
  const versions = [...masters.keys()].sort((a, b) => a - b)
  return {
    versions,
    newest: versions.at(-1) ?? 1,
    sealing: new Map([...masters].map(([version, master]) => [version, derive(master, 'seal')])),
    signing: new Map([...masters].map(([version, master]) => [version, derive(master, 'mac')])),
  }
}

/** The sandbox's own key ring. The first start creates its file, which only the user of the process can read. */
export function sandboxRing(dataDir: string): string {
  const path = ringPath(dataDir)
  try {
    return soundRing(readFileSync(path, 'utf8').trim(), path)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
  const ring = newRing()
  replaceRing(dataDir, ring)
  return ring
}

/**
 * Creates or replaces the installation's own ring atomically: after a crash the file is as before or has the new ring.
 * After this call, a power failure does not bring the old ring back.
 */
export function replaceRing(dataDir: string, ring: string): void {
  const path = ringPath(dataDir)
  rmSync(`${path}.new`, { force: true })
  syncing(`${path}.new`, 'wx', (file) => writeSync(file, `${ring}\n`))
  renameSync(`${path}.new`, path)
  syncing(dataDir, 'r', () => {})
}

/** Reloads the installation's own ring whenever another process has replaced the file. */
export function followRing(keyring: Keyring, dataDir: string, onFailure: (cause: unknown) => void): Disposable {
  const path = ringPath(dataDir)
  let failed = false
  const reload = () => {
    try {
      const ring = soundRing(readFileSync(path, 'utf8').trim(), path)
      if (ring !== keyring.ring()) keyring.replace(ring)
      failed = false
    } catch (cause) {
      if (!failed) onFailure(cause)
      failed = true
    }
  }
  const timer = setInterval(reload, reloadEveryMs).unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

function ringPath(dataDir: string): string {
  return join(dataDir, 'keyring')
}

function syncing(path: string, flags: 'r' | 'wx', work: (file: number) => void): void {
  const file = openSync(path, flags, 0o600)
  try {
    work(file)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function soundRing(text: string, path: string): string {
  if (text.split(',').every((part) => partOf(part) !== null)) return text
  throw new SettingsError(
    `The key ring in ${path} is damaged. Put back this file from a copy: without it the secrets in the database stay sealed. Moved away, it is made anew, and the customers have to reset their keys.`,
  )
}

/** The keys of both rings: during a rotation secrets may need either. */
export function joinRings(one: string, other: string): string {
  return [...new Set([...one.split(','), ...other.split(',')].map((part) => part.trim()))].join(',')
}

export function newRing(): string {
  return newKey(1)
}

export function newKey(version: number): string {
  return `${version}:${randomBytes(32).toString('base64')}`
}

export function withoutKey(ring: string, version: number): string {
  return ring
    .split(',')
    .filter((part) => partOf(part)?.version !== version)
    .join(',')
}

function parseRing(text: string): Map<number, Buffer> {
  const ring = new Map<number, Buffer>()
  for (const part of text.split(',')) {
    const read = partOf(part)
    if (!read) throw new SettingsError('KEYRING must be "1:<base64 of 32 bytes>", several separated by commas.')
    ring.set(read.version, read.bytes)
  }
  return ring
}

function partOf(text: string): { version: number; bytes: Buffer } | null {
  const [, version, secret] = /^\s*(\d+):([A-Za-z0-9+/=_-]+)\s*$/.exec(text) ?? []
  const bytes = Buffer.from(secret ?? '', 'base64')
  return version && bytes.length === 32 ? { version: Number(version), bytes } : null
}

function derive(master: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', master, '', `tapewire ${purpose}`, 32))
}

function keyOf(keys: Map<number, Buffer>, version: number): Buffer {
  const key = keys.get(version)
  if (!key) throw new Error(`made by key version ${version}, which is not in the key ring`)
  return key
}
