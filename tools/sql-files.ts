/** Stores: `store.ts` or `*-store.ts`. `src/platform/stores` opens and migrates the databases. */
const isStore = /^src\/platform\/stores\/|(?:\/|-)store\.ts$/
/** Files with the text of long statements. Only stores and other such files may load them. */
const isSqlText = /-sql\.ts$/

/** Code that builds or runs a statement. */
const runs = [
  /^import (?!type\b)[^'"]*? from '(?:kysely|pg)'/m,
  /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(/,
  /\bclickhouse\??\.(?:query|text|bytes|command|insert|insertText)\b/i,
]
/** The text of a statement, or of a fragment with a ClickHouse placeholder. */
const holds = [
  /['"`]\s*(?:select\s[^'"`]*?\sfrom\s|insert into\s|delete from\s|update \w+ set\s|(?:alter|create|drop) table\s|with \w+ as \()/i,
  /\{\w+:(?:U?Int\d+|Float\d+|String|Array\()/,
]

/** Whether a source file outside the stores builds or runs SQL, or contains SQL without being a file `*-sql.ts`. */
export function hasStraySql(file: string, text: string): boolean {
  if (isStore.test(file)) return false
  const bare = withoutComments(text)
  return (isSqlText.test(file) ? runs : [...runs, ...holds]).some((sign) => sign.test(bare))
}

export function mayLoadSqlText(file: string): boolean {
  return isStore.test(file) || isSqlText.test(file)
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}
