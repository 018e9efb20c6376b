/** Statements after which processes of the release before fail: they read what is gone, or write less than is asked. */
const breaking: readonly { pattern: RegExp; what: string }[] = [
  { pattern: /\bdrop\s+(?:table|column|view|materialized\s+view|function|type)\b/i, what: 'takes something away' },
  { pattern: /\brename\b/i, what: 'renames something' },
  { pattern: /\balter\s+(?:column\s+)?\S+\s+(?:set\s+data\s+)?type\b/i, what: 'changes a type' },
  { pattern: /\bmodify\s+column\b/i, what: 'changes a column' },
  { pattern: /\bset\s+not\s+null\b/i, what: 'demands a value' },
  {
    pattern: /\badd\s+column\b(?:(?!\bdefault\b)[^,;])*\bnot\s+null\b(?![^,;]*\b(?:default|generated)\b)/i,
    what: 'demands a value',
  },
]

/** What a migration does that the release before cannot bear; empty for one that only adds. */
export function contractionsOf(sql: string): string[] {
  const bare = sql.replaceAll(/--.*$/gm, '').replaceAll(/\$\$[\s\S]*?\$\$/g, '')
  return [...new Set(breaking.filter(({ pattern }) => pattern.test(bare)).map(({ what }) => what))]
}
