import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Route } from '#src/contract/route.ts'
import { staffPermissions } from '#src/contract/staff/permissions.ts'
import { silentCalls } from '#test/fixtures/silent-calls.ts'
import { type Declaration, declarationsOf, reached } from './call-graph.ts'
import { productFiles } from './import-graph.ts'

/** Calls that write more than one kind of audit row: a row for each changed thing, or one of several possible rows. */
const severalRows: Record<string, string> = {
  'POST /api/auth/signup': 'the account, the session',
  'POST /api/auth/signin-code': 'the session; the account where it is new or its address is proved',
  'POST /api/auth/provider-return': 'the session or the link; the account where it is new',
  'POST /api/auth/provider-consent': 'the link, the session; the account where its address is proved',
  'POST /api/auth/second-factor': 'the session; the link with which the sign-in began',
  'POST /api/security/email/confirm': 'the address; each link to it that ends',
  'POST /api/auth/reset': 'the password; the account where its address is proved',
  'POST /api/keys/leaked': 'the key, or the spreadsheet link',
  'POST /api/order': 'the order; its completion and its key where credit pays for it',
  'POST /api/operator/customers/{id}/credit': 'the change, or the request to a second owner',
  'POST /api/operator/customers/{id}/refund': 'the refund, or the request to a second owner',
  'POST /api/operator/customers/{id}/extend': 'the extension; the end of the key',
  'POST /api/operator/imports/{id}/correct': 'the correction of each row; the release that may follow',
  'POST /api/operator/imports/{id}/release': 'the release; merges that released instruments bring about',
  'POST /api/operator/approvals/{id}/confirm': 'the deed that was asked for, each with a row of its own',
  'POST /api/operator/orders/{no}/settle': 'the decision; the order and its key',
  'POST /api/operator/coupons': 'the coupon, or the request to a second owner',
  'POST /api/operator/plans/deals': 'the grant; the key that is issued or moved by it',
  'POST /api/operator/plans/publish': 'the publication, or the request to a second owner',
  'POST /api/operator/refunds/{id}/approve': 'the approval, or the request to a second owner',
  'POST /api/operator/refunds/{id}/pay': 'the check of the transaction, the payment',
  'POST /api/operator/staff/grant': 'the role, or the request to a second owner',
  'POST /api/operator/staff/revoke': 'the role, or the request to a second owner',
}

/**
 * Staff verbs that write more than one kind of audit row: a row for each changed thing, or one of several possible
 * rows.
 */
const severalRowsOfStaff: Record<string, string> = {
  'approval.confirm': 'the act that was asked for, with rows of its own',
  'coupon.add': 'the coupon, or the request to a second owner',
  'credit.adjust': 'the change, or the request to a second owner',
  'ledger.refund': 'the refund, or the request to a second owner',
  'quarantine.correct': 'the correction; the release that may follow it',
  'quarantine.release': 'the release; merges that released instruments bring about',
  'plans.publish': 'the publication, or the request to a second owner',
  'refund.approve': 'the approval, or the request to a second owner',
  'refund.pay': 'the payment, or the request to a second owner',
  'staff.grant': 'the role, or the request to a second owner',
  'staff.revoke': 'the role, or the request to a second owner',
  'subscription.grant': 'the grant; the key that is issued or moved by it',
  'subscription.extend': 'the extension; the end of the key',
  'order.settle_by_hand': 'the decision; the order and its key',
}

/** Commands that change something without a staff verb and an audit row, each with the reason. */
const silentCommands: Record<string, string> = {
  'src/cli/audit.ts#verify': 'chains rows that wait, as the leader does',
  'src/cli/backup/rehearse.ts#rehearse': 'notes when a backup was restored as a rehearsal, and what was found',
  'src/cli/backup/verify.ts#verify': 'notes when a backup was read, and what was found',
  'src/cli/market/history/archive.ts#archiveCommands': 'the commands of the archive, of which one moves ticks',
  'src/cli/market/history/archive.ts#move': 'moves ticks from the store to files, as every night',
  'src/cli/market/history/replay.ts#replay': 'writes market data of a recording',
  'src/cli/processes.ts#tapeShards': 'copies the tape, of which nothing changes',
}

const product = productFiles().filter(({ file }) => /^src\/(?!site\/|contract\/|locales\/)/.test(file))
const declarations = declarationsOf(product)

const writesRow = ({ text }: Declaration) => /\baudit\(\s*tx,/.test(text)
const changesData = ({ text }: Declaration) =>
  /\b(?:insert into|update \w+\s+set|delete from)\b|\.(?:insertInto|updateTable|deleteFrom)\(/i.test(text)

const rowsOf = (from: readonly string[]) => reached(from, declarations).filter(writesRow).length

async function changingRoutes(): Promise<Map<string, Route>> {
  const files = globSync('src/contract/{account,operator}/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  const modules: object[] = await Promise.all(files.map((file) => import(/* @vite-ignore */ `../${file}`)))
  const routes = modules.flatMap((module) => Object.entries(module)).filter(([name]) => name.endsWith('Route'))
  return new Map(routes.filter(([, route]: [string, Route]) => route.method !== 'GET'))
}

/** The declarations to which a route's handler refers, found in the call of `api.handle`. */
function handlerOf(route: string): string[] | null {
  for (const { text, uses } of declarations.values()) {
    const at = text.search(new RegExp(`api\\.handle\\(\\s*${route},`))
    if (at === -1) continue
    const words = new Set(text.slice(at, endOfCall(text, at)).match(/\w+/g))
    return uses.filter((id) => words.has(id.slice(id.indexOf('#') + 1)))
  }
  return null
}

function endOfCall(text: string, from: number): number {
  let depth = 0
  for (let at = text.indexOf('(', from); at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return at
  }
  return text.length
}

test('each account or console call that changes data writes one audit row, except the listed calls', async () => {
  const none: string[] = []
  const several: string[] = []
  for (const [name, { method, path }] of await changingRoutes()) {
    const handler = handlerOf(name)
    expect(handler, `${method} ${path} is mounted`).not.toBeNull()
    const rows = rowsOf(handler ?? [])
    if (rows === 0) none.push(`${method} ${path}`)
    if (rows > 1) several.push(`${method} ${path}`)
  }
  expect(none.sort()).toEqual(Object.keys(silentCalls).sort())
  expect(several.sort()).toEqual(Object.keys(severalRows).sort())
})

test('each staff action that changes data writes one audit row, except the listed actions', () => {
  const none: string[] = []
  const several: string[] = []
  for (const verb of Object.keys(staffPermissions)) {
    const checkPattern = new RegExp(`(?:requireStaff|decide)\\(\\s*ctx,\\s*actor,\\s*'${verb.replace('.', '\\.')}'`)
    const verbs = [...declarations.values()].filter(({ text }) => checkPattern.test(text))
    for (const { id } of verbs) {
      const rows = rowsOf([id])
      if (rows === 0 && reached([id], declarations).some(changesData)) none.push(verb)
      if (rows > 1) several.push(verb)
    }
  }
  expect(none).toEqual([])
  expect(several.sort()).toEqual(Object.keys(severalRowsOfStaff).sort())
})

test('each command that changes data writes an audit row, except the listed commands', () => {
  const commands = [...declarations.values()].filter(
    ({ file, text }) =>
      file.startsWith('src/cli/') && /^(?:export )?const \w+: (?:readonly )?Command\b|\): Command\b/.test(text),
  )
  const silent = commands.filter(({ id }) => rowsOf([id]) === 0 && reached([id], declarations).some(changesData))
  expect(commands.length).toBeGreaterThan(50)
  expect(silent.map(({ id }) => id).sort()).toEqual(Object.keys(silentCommands).sort())
})

test('every audit row is written in a transaction', () => {
  const beside = product.flatMap(({ file, text }) =>
    [...text.matchAll(/\.audit\(\s*(\w+)/g)].filter(([, handle]) => handle !== 'tx').map(() => file),
  )
  expect(beside).toEqual([])
})

test('the check for audit rows finds a planted action without an audit row and a planted action with two audit rows', () => {
  const text = `import { save } from './store.ts'
export async function quiet(ctx) {
  await save(ctx)
}
export async function loud(ctx, tx) {
  await ctx.postgres.audit(tx, 'a')
  await twice(ctx, tx)
}
async function twice(ctx, tx) {
  await ctx.postgres.audit(tx, 'b')
}
`
  const store = 'export async function save(db) {\n  await sql`insert into thing values (1)`.execute(db)\n}\n'
  const planted = declarationsOf([
    { file: 'src/a/a.ts', text },
    { file: 'src/a/store.ts', text: store },
  ])
  const from = (name: string) => reached([`src/a/a.ts#${name}`], planted)
  expect([from('quiet').filter(writesRow).length, from('quiet').some(changesData)]).toEqual([0, true])
  expect(from('loud').filter(writesRow)).toHaveLength(2)
})
