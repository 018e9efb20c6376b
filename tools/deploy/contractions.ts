/**
 * Statements that can break the previous release. They remove, rename or change things that it reads, or require a
 * value that it does not write.
 */
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

/** The changes of a migration that the previous release cannot handle; empty for a migration that only adds. */
export function contractionsOf(sql: string): string[] {
  const bare = sql.replaceAll(/--.*$/gm, '').replaceAll(/\$\$[\s\S]*?\$\$/g, '')
  return [...new Set(breaking.filter(({ pattern }) => pattern.test(bare)).map(({ what }) => what))]
}
