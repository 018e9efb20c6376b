/** Escapes a setting, so that Markdown shows it unchanged. */
export function asMarkdown(text: string): string {
  return text.replaceAll(/[!-/:-@[-`{-~]/g, '\\$&')
}
