import { type Problem, problemOf } from '#src/contract/errors.ts'
import { attributesOf } from '#src/platform/brand/picture.ts'

/** Shapes, groups, gradients and texts: elements that load nothing and run nothing. */
const elements = new Set(
  'svg g path rect circle ellipse line polyline polygon defs title desc style use symbol clipPath mask linearGradient radialGradient stop pattern filter feGaussianBlur feOffset feBlend feColorMatrix feComposite feFlood feMerge feMergeNode feDropShadow text tspan'.split(
    ' ',
  ),
)

const tag =
  /<(?:!--[\s\S]*?--|\?xml[^>]*\?|\/([\w:.-]+)\s*|([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?))>/y

/** The reason why an SVG cannot be shown (it is not a picture, runs scripts or loads something); null without one. */
export function svgProblem(source: string): Problem | null {
  const text = source.replace(/^\uFEFF/, '').trim()
  const open: string[] = []
  let at = 0
  let roots = 0
  while (at < text.length) {
    const next = text.indexOf('<', at)
    const between = text.slice(at, next === -1 ? text.length : next)
    const isStyle = open.at(-1) === 'style'
    if (isStyle && foreign(between)) return problemOf('picture_outside', { address: foreign(between) ?? '' })
    if (open.length === 0 && between.trim() !== '') return problemOf('picture_broken')
    if (next === -1) break
    tag.lastIndex = next
    const found = tag.exec(text)
    if (!found) return problemOf('picture_part', { part: text.slice(next, next + 20) })
    at = tag.lastIndex
    const [, closed, opened, written = '', ends] = found
    if (closed !== undefined && open.pop() !== closed) return problemOf('picture_broken')
    if (opened === undefined) continue
    if (!elements.has(opened)) return problemOf('picture_part', { part: `<${opened}>` })
    if (open.length === 0 && (opened !== 'svg' || ++roots > 1)) return problemOf('picture_broken')
    const problem = attributesOf(written).map(attributeProblem).find(Boolean)
    if (problem) return problem
    if (ends === '') open.push(opened)
  }
  return roots === 1 && open.length === 0 ? null : problemOf('picture_broken')
}

function attributeProblem({ name, value }: { name: string; value: string }): Problem | null {
  if (/^on/i.test(name)) return problemOf('picture_part', { part: name })
  const isName = name === 'xmlns' || name.startsWith('xmlns:')
  if (/(^|:)(href|src)$/i.test(name) && !value.startsWith('#'))
    return problemOf('picture_outside', { address: start(value) })
  const address = isName ? null : foreign(value)
  return address === null ? null : problemOf('picture_outside', { address })
}

/**
 * If a style loads an address outside the file, the beginning of that address; if a style could hide an address, the
 * beginning of the style; otherwise null.
 */
function foreign(style: string): string | null {
  const [, address] = /url\(\s*["']?(?!#)([^)]*)/i.exec(style) ?? []
  if (address !== undefined) return start(address)
  return /@import|javascript:|&#|\\|expression\(/i.test(style) ? start(style.trim()) : null
}

function start(text: string): string {
  return text.slice(0, 40)
}
