import { sql } from 'kysely'
import type { StaffRole } from '#src/contract/staff/role.ts'
import type { Db, Tx } from '#src/platform/platform.ts'

export async function insertRole(tx: Tx, accountId: string, role: StaffRole, now: number): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into staff_role (account_id, role, granted_at)
    values (${accountId}, ${role}, ${new Date(now)}) on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

export async function deleteRole(tx: Tx, accountId: string, role: StaffRole): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from staff_role
    where account_id = ${accountId} and role = ${role}`.execute(tx)
  return numAffectedRows === 1n
}

export type Owner = { accountId: string; since: number }

/** Owners with an enabled account. Locks the rows, so that two owners cannot revoke each other at the same time. */
export async function lockOwners(tx: Tx): Promise<Owner[]> {
  const { rows } = await sql<{ account_id: string; granted_at: Date }>`
    select s.account_id, s.granted_at from staff_role s join account a on a.id = s.account_id and a.disabled_at is null
    where s.role = 'owner' order by s.account_id for update of s`.execute(tx)
  return rows.map((row) => ({ accountId: row.account_id, since: row.granted_at.getTime() }))
}

export async function rolesOf(db: Db | Tx, accountId: string): Promise<StaffRole[]> {
  const { rows } = await sql<{ role: StaffRole }>`
    select role from staff_role where account_id = ${accountId}`.execute(db)
  return rows.map(({ role }) => role)
}

export type StaffMember = { accountId: string; email: string; roles: StaffRole[]; since: number }

export async function members(db: Db): Promise<StaffMember[]> {
  const { rows } = await sql<{ id: string; email: string; roles: StaffRole[]; since: Date }>`
    select a.id, a.email, array_agg(s.role order by s.granted_at, s.role) as roles, min(s.granted_at) as since
    from staff_role s join account a on a.id = s.account_id and a.disabled_at is null
    group by a.id order by since, a.id`.execute(db)
  return rows.map(({ id, since, ...row }) => ({ accountId: id, ...row, since: since.getTime() }))
}
