import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Keyring } from '../platform.ts'
import { SettingsError } from '../settings.ts'
import { hasCode } from './read-if-there.ts'

const ivBytes = 12
const tagBytes = 16

/** `1:<base64 of 32 bytes>,2:…`: the highest version seals, every one opens, the lowest makes fingerprints. */
export function createKeyring(text: string): Keyring {
  const masters = parseRing(text)
  const versions = [...masters.keys()].sort((a, b) => a - b)
  const newest = versions.at(-1) ?? 1
  const sealing = new Map([...masters].map(([version, master]) => [version, derive(master, 'seal')]))
  const fingerprinting = derive(masters.get(versions[0] ?? 1) ?? Buffer.alloc(0), 'mac')
  return {
    versions,
    seal(plain, context) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', keyOf(sealing, newest), iv).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `v${newest}.${sealed.toString('base64url')}`
    },
    open(sealed, context) {
      const [, version = '', body = ''] = /^v(\d+)\.([\w-]+)$/.exec(sealed) ?? []
      const bytes = Buffer.from(body, 'base64url')
      if (bytes.length < ivBytes + tagBytes) throw new Error('sealed text is cut short')
      const key = keyOf(sealing, Number(version))
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-tagBytes))
      return decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
    },
    mac: (text, context) => createHmac('sha256', fingerprinting).update(`${context}\0${text}`).digest('hex'),
  }
}

/** The sandbox's own secret: made at the first start, readable by its owner only. */
export function sandboxRing(dataDir: string): string {
  const path = join(dataDir, 'keyring')
  try {
    return soundRing(readFileSync(path, 'utf8').trim(), path)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
  const ring = newRing()
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, `${ring}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return ring
}

function soundRing(text: string, path: string): string {
  if (text.split(',').every((part) => partOf(part) !== null)) return text
  throw new SettingsError(
    `The key ring in ${path} is damaged. Put back this file from a copy: without it the secrets in the database stay sealed. Moved away, it is made anew, and the customers have to reset their keys.`,
  )
}

export function newRing(): string {
  return `1:${randomBytes(32).toString('base64')}`
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
  if (!key) throw new Error(`sealed by key version ${version}, which is not in the key ring`)
  return key
}
