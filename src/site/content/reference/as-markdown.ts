/** A setting as Markdown that shows it letter by letter, whatever marks it holds. */
export function asMarkdown(text: string): string {
  return text.replaceAll(/[!-/:-@[-`{-~]/g, '\\$&')
}
