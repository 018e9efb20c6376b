const widthMax = 120

/** Words in lines of the usual width, the first indented by `first`, the others by `next` spaces. */
export function wrapped(text: string, first: number, next: number): string {
  const lines: string[] = []
  let line = ' '.repeat(first)
  for (const word of text.split(' ')) {
    if (line.trim() !== '' && line.length + word.length > widthMax) {
      lines.push(line.trimEnd())
      line = ' '.repeat(next)
    }
    line += `${word} `
  }
  return [...lines, line.trimEnd()].join('\n')
}
