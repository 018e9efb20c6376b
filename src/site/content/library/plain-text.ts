export function plainText(markdown: string): string {
  return markdown
    .replace(/^```.*$/gm, '')
    .replace(/^\|?[\s:|-]+\|?$/gm, '')
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/\s*\{#[\w-]+(?: folded)?\}/g, '')
    .replace(/^\s*(?:-|\d+\.)\s/gm, '')
    .replace(/[`*]/g, '')
    .replace(/[|#]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
