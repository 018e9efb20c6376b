/** Stores are named `store.ts` or `*-store.ts`; the platform's own folder opens and migrates the databases. */
const isStore = /^src\/platform\/stores\/|(?:\/|-)store\.ts$/
/** The text of long statements, for stores alone. */
const isSqlText = /-sql\.ts$/

/** What builds a statement, or runs one. */
const runs = [
  /^import (?!type\b)[^'"]*? from '(?:kysely|pg)'/m,
  /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(/,
  /\bclickhouse\??\.(?:query|text|bytes|command|insert|insertText)\b/i,
]
/** The text of a statement, or of a part with a placeholder of ClickHouse. */
const holds = [
  /['"`]\s*(?:select\s[^'"`]*?\sfrom\s|insert into\s|delete from\s|update \w+ set\s|(?:alter|create|drop) table\s|with \w+ as \()/i,
  /\{\w+:(?:U?Int\d+|Float\d+|String|Array\()/,
]

/** Whether a source outside the stores builds, runs or holds SQL. */
export function hasStraySql(file: string, text: string): boolean {
  if (isStore.test(file)) return false
  const bare = withoutComments(text)
  return (isSqlText.test(file) ? runs : [...runs, ...holds]).some((sign) => sign.test(bare))
}

/** Whether a file may load statements kept as text. */
export function mayLoadSqlText(file: string): boolean {
  return isStore.test(file) || isSqlText.test(file)
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}
