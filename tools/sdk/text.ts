const widthMax = 120

/** Breaks a text into lines of the usual width. The first line is indented by `first` spaces, the others by `next`. */
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
