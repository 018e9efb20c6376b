import type { IncomingMessage } from 'node:http'
import { type ErrorName, type Refusal, refuse } from '#src/contract/errors.ts'
import { bodyBytesMax, bodyTooLarge } from './request-body.ts'

const pathBytesMax = 1_024
const pathSegmentsMax = 16
const queryBytesMax = 8 * 1024

const slash = 0x2f
const dot = 0x2e
const percent = 0x25
const backslash = 0x5c
const hash = 0x23

/**
 * Checks a request by its first line and declared length, before anything matches, decodes or reads it. Null:
 * accepted. The check runs for almost every request, so it must cost little. `bytesMaxOf` is called only for bodies
 * over the usual size.
 */
export function requestRefusal(
  { method = 'GET', url = '/', headers }: IncomingMessage,
  bytesMaxOf?: (method: string, path: string) => number,
): Refusal | null {
  const { 'content-length': length } = headers
  const bytes = length === undefined ? 0 : Number(length)
  if (bytes > bodyBytesMax) {
    const bytesMax = Math.max(bodyBytesMax, bytesMaxOf?.(method, url.split('?', 1)[0] ?? '') ?? 0)
    if (bytes > bytesMax) return bodyTooLarge(bytesMax)
  }
  const name = targetRefusal(url)
  return name && refuse(name)
}

/** Checks only the request target (path and query) as it was sent, still encoded. */
export function targetRefusal(target: string): ErrorName | null {
  const mark = target.indexOf('?')
  const pathEnd = mark < 0 ? target.length : mark
  if (pathEnd > pathBytesMax || target.length - pathEnd > queryBytesMax) return 'uri_too_long'
  if (target.includes('%00')) return 'bad_characters'
  return pathRefusal(target, pathEnd)
}

/** Refuses a path that has too many segments, or that a router, a cache and a proxy may read differently. */
function pathRefusal(target: string, end: number): ErrorName | null {
  if (target.charCodeAt(0) !== slash) return 'invalid_path'
  let segments = 0
  let segmentAt = 1
  let isEncoded = false
  for (let at = 1; at <= end; at += 1) {
    const code = at === end ? slash : target.charCodeAt(at)
    if (code === slash) {
      if (isOddSegment(target, segmentAt, at, at === end)) return 'invalid_path'
      if (at > segmentAt) segments += 1
      if (segments > pathSegmentsMax) return 'uri_too_long'
      segmentAt = at + 1
    } else if (code === percent) isEncoded = true
    else if (code === backslash || code === hash) return 'invalid_path'
    else if (code <= 0x20 || code >= 0x7f) return 'invalid_encoding'
  }
  return isEncoded ? encodingRefusal(target.slice(0, end)) : null
}

function isOddSegment(target: string, from: number, to: number, isLast: boolean): boolean {
  if (to === from) return !isLast
  return (
    target.charCodeAt(from) === dot && (to - from === 1 || (to - from === 2 && target.charCodeAt(from + 1) === dot))
  )
}

function encodingRefusal(path: string): ErrorName | null {
  if (/%(?:2e|2f|5c)/i.test(path)) return 'invalid_path'
  if (/%(?:[01][0-9a-f]|7f)/i.test(path)) return 'bad_characters'
  try {
    decodeURIComponent(path)
    return null
  } catch {
    // A percent sign does not begin a valid UTF-8 character.
    return 'invalid_encoding'
  }
}
