/**
 * One change. `actorId`: an account. `subject`: the account or other object that was changed. A deleted account has its
 * digest here.
 */
export type AuditEntry = {
  id: number
  at: number
  actorKind: 'account' | 'staff' | 'operator-cli' | 'system'
  actorId: string | null
  action: string
  subject: string
  /** Includes personal values; an erased value is null. */
  detail: Record<string, unknown>
  /** Null until the row joins the chain, which takes about a second. */
  position: number | null
  hash: string | null
}

/** Empty fields do not filter. Times in ms. An `action` ending in a dot (`order.`) matches as a prefix. */
export type AuditFilter = {
  actorId?: string | undefined
  subject?: string | undefined
  action?: string | undefined
  from?: number | undefined
  to?: number | undefined
}

/** The row after which the next page begins, newest first: its time in microseconds, and its id. */
export type AuditCursor = { at: bigint; id: bigint }

/** A cursor as text, such as `1763653327123456-42`; `readCursor` parses it. */
export function cursorText({ at, id }: AuditCursor): string {
  return `${at}-${id}`
}

export function readCursor(text: string): AuditCursor | null {
  const [, at, id] = /^(\d{1,16})-(\d{1,18})$/.exec(text) ?? []
  return at && id ? { at: BigInt(at), id: BigInt(id) } : null
}
