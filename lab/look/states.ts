import type { Page } from '@playwright/test'
import { shellOf } from '#src/site/browser/shell.ts'
import { onDatabaseOf } from '#test/fixtures/running-database.ts'

/**
 * The states of the data that a page reads. `known`: unchanged. `loading`: a link is followed, and the data of its page
 * never arrives. `empty` and `failed`: the tables of the installation are empty or missing, except the tables that
 * identify the reader.
 */
export const readStates = ['known', 'loading', 'empty', 'failed'] as const
export type ReadState = (typeof readStates)[number]

/** Tables that every page and the running processes need: readers, roles, plans, instruments, leases. */
const kept =
  '^(account.*|staff_role|team_member|installation|plan_(edition|state)|instruments|instrument_aliases|calendar.*|keyring.*|mail_outbox|.*lease.*|.*migration.*|tape_.*|sandbox_.*|chain_.*|billing_network|fed_instrument)$'

const eachTable = (pattern: string, act: string) => `
  do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = 'public' and ${pattern} loop ${act} end loop;
  end $$`

/** Renames the tables; for `empty`, an empty table of the same form replaces each. Disposal restores them. */
export async function withTables(dataDir: string, state: 'empty' | 'failed'): Promise<AsyncDisposable> {
  const aside = `execute format('alter table %I rename to %I', name, 'aside_' || name);`
  const empty = `execute format('create table %I (like %I including defaults including identity)', name, 'aside_' || name);`
  await onDatabaseOf(
    dataDir,
    eachTable(`tablename !~ '${kept}' and tablename !~ '^aside_'`, state === 'empty' ? aside + empty : aside),
    [],
  )
  return {
    async [Symbol.asyncDispose]() {
      const back = `execute format('drop table if exists %I', substr(name, 7));
        execute format('alter table %I rename to %I', name, substr(name, 7));`
      await onDatabaseOf(dataDir, eachTable(`tablename ~ '^aside_'`, back), [])
    },
  }
}

/** Follows the first link to another page of the same shell. The data of that page never arrives. */
export async function followLink(page: Page): Promise<void> {
  await page.route(/\.data(\?|$)/, () => {})
  const here = new URL(page.url()).pathname
  // A news feed (`.xml`) is not a page of the shell.
  const links = page.locator(':is(nav, main) a[href^="/"]:not([href$=".xml"]):visible')
  for (const link of await links.all()) {
    const to = new URL((await link.getAttribute('href')) ?? '', page.url()).pathname
    if (to === here || shellOf(to) !== shellOf(here)) continue
    await link.click()
    await page.waitForFunction(() => document.querySelector<HTMLElement>('.loading-bar')?.style.opacity === '1')
    return
  }
  throw new Error('no link leads to another page of this shell')
}
