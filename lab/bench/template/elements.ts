/** An element of a page, or a text of the page as its index in `texts`, the data of the loader. */
export type Node = Element | number
export type Element = { tag: string; attributes: Record<string, string>; children: Node[] }

export type Mirrored = { root: Element; texts: string[] }

const part =
  /<!--[\s\S]*?-->|<!DOCTYPE[^>]*>|<(script|style)\b([^>]*)>[\s\S]*?<\/\1>|<\/([\w-]+)>|<([\w-]+)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>|[^<]+/g
const empty = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])

/** The elements and texts of a page that React rendered, without the scripts of its app. */
export function elementsOf(html: string): Mirrored {
  const root: Element = { tag: '', attributes: {}, children: [] }
  const texts: string[] = []
  const open = [root]
  const add = (node: Node) => open.at(-1)?.children.push(node)
  for (const [text, , , end, tag, attributes = ''] of html.matchAll(part)) {
    if (end) {
      if (open.length > 1) open.pop()
    } else if (tag) {
      const element = { tag, attributes: attributesOf(attributes), children: [] }
      if (isScript(element)) continue
      add(element)
      if (!empty.has(tag) && !text.endsWith('/>')) open.push(element)
    } else if (!text.startsWith('<')) add(texts.push(unescaped(text)) - 1)
  }
  const found = root.children.find((node) => typeof node === 'object' && node.tag === 'html')
  if (typeof found !== 'object' || open.length > 1) throw new Error('this is no whole page')
  return { root: found, texts }
}

function isScript({ tag, attributes }: Element): boolean {
  return tag === 'link' && attributes.rel === 'modulepreload'
}

function attributesOf(text: string): Record<string, string> {
  const found = [...text.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)]
  return Object.fromEntries(found.map(([, name = '', value = '']) => [name, unescaped(value)]))
}

function unescaped(text: string): string {
  const marks: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#x27': "'", amp: '&' }
  return text.replace(/&(lt|gt|quot|#x27|amp);/g, (_, name: string) => marks[name] ?? '')
}
