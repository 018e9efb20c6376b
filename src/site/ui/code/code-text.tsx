const patterns = {
  json: /(?<k>"[^"\n]*"(?=\s*:))|(?<s>"[^"\n]*")|(?<n>-?\b\d[\d.]*\b|true|false|null)/g,
  shell: /(?<c>#[^\n]*)|(?<s>"[^"]*"|'[^']*')|(?<k>^curl\b|\s-{1,2}\w[\w-]*)/gm,
  code: /(?<c>\/\/[^\n]*|#(?!include)[^\n]*)|(?<s>"[^"\n]*"|'[^'\n]*'|`[^`]*`)|(?<k>\b(?:await|const|let|import|from|for|of|async|function|return|def|print|with|as|func|package|var|if|range|defer|new)\b)|(?<n>\b\d[\d._]*\b)/g,
} as const

export type CodeLanguage = keyof typeof patterns

/** Simple syntax colours: keywords, strings, numbers, comments. */
export function CodeText({ language, children }: { language: CodeLanguage; children: string }) {
  const parts = []
  let end = 0
  for (const match of children.matchAll(patterns[language])) {
    if (match.index > end) parts.push(children.slice(end, match.index))
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0]
    parts.push(
      <span key={match.index} className={kind}>
        {match[0]}
      </span>,
    )
    end = match.index + match[0].length
  }
  parts.push(children.slice(end))
  return <code>{parts}</code>
}
