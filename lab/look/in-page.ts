/**
 * Runs inside a page: `flaws.ts` sends the text of these functions to it, so they may use only each other. They check
 * visible elements, except elements for screen readers only. A layer (a menu, a dialog, a fixed bar) may cover other
 * content if its background covers it.
 */

/** A layout flaw of a page at its present width and state. `where` names the element. */
export type Flaw = {
  check: 'scroll' | 'clipped' | 'outside' | 'overlap' | 'size' | 'wrapped' | 'mark'
  where: string
  detail: string
}

/** `sizes`: allowed font sizes in pixels. `moving`: the selector of elements that leave their box on purpose. */
export type LayoutRules = { sizes: number[]; moving: string }

type Note = (check: Flaw['check'], element: Element, detail: string) => void
type Box = { left: number; top: number; right: number; bottom: number }
/** A line of text, a picture or a control. Pieces must not overlap. */
type Piece = { node: Node; element: Element; box: Box; layer: Element | null }

function flawsOf(rules: LayoutRules): Flaw[] {
  const flaws = new Map<string, Flaw>()
  const note: Note = (check, element, detail) => {
    const where = nameOf(element)
    if (!flaws.has(`${check} ${where}`)) flaws.set(`${check} ${where}`, { check, where, detail })
  }
  const sideways = document.documentElement.scrollWidth - innerWidth
  if (sideways > 0) note('scroll', document.documentElement, px(sideways))
  const pieces: Piece[] = []
  for (const element of document.body.querySelectorAll('*')) {
    const isDrawn = element.closest('svg') !== null && element.localName !== 'svg'
    if ((isDrawn && element.localName !== 'text') || !isSeen(element, rules)) continue
    if (!isDrawn) judgeFit(element, note)
    if (element.matches('.btn')) judgeButton(element, note)
    if (element.matches('input, select, textarea')) judgeSize(element, rules, note)
    if (element.matches('img, svg, canvas, input, select, textarea, button')) {
      addPiece(pieces, element, element, element.getBoundingClientRect())
    }
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || !/\S/.test(node.nodeValue ?? '')) continue
      judgeSize(element, rules, note)
      const lines = linesOf(node, element)
      if (lines.length > 1) judgeMarks(node, element, note)
      for (const box of lines) {
        if (!isDrawn) judgeText(element, box, note)
        addPiece(pieces, node, element, box)
      }
    }
  }
  judgeOverlaps(pieces, note)
  return [...flaws.values()]
}

/**
 * The boxes of a text's lines without the blank strips above and below the glyphs. Accents may reach into the strips.
 */
function linesOf(node: Node, element: Element): Box[] {
  const range = document.createRange()
  range.selectNodeContents(node)
  const em = Number.parseFloat(getComputedStyle(element).fontSize)
  return [...range.getClientRects()].map(({ left, right, top, bottom }) => ({
    left,
    right,
    top: top + em * 0.25,
    bottom: bottom - em * 0.15,
  }))
}

/** Reports a line that begins with a closing mark of Chinese text. */
function judgeMarks(node: Node, element: Element, note: Note): void {
  const range = document.createRange()
  const boxOf = (at: number) => {
    range.setStart(node, at)
    range.setEnd(node, at + 1)
    return range.getBoundingClientRect()
  }
  for (const { 0: mark, index } of (node.nodeValue ?? '').matchAll(/(?<=\S)[，。、；：！？）」》』]/g))
    if (boxOf(index).top >= boxOf(index - 1).bottom - 1) note('mark', element, `a line begins with ${mark}`)
}

/** Adds the visible part of a box: some of it may be scrolled away or cut off. */
function addPiece(pieces: Piece[], node: Node, element: Element, box: Box): void {
  let { left, right, top, bottom } = box
  for (let one = element.parentElement; one && one !== document.body; one = one.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(one)
    if (overflowX === 'visible' && overflowY === 'visible') continue
    const edge = one.getBoundingClientRect()
    if (overflowX !== 'visible') [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)]
    if (overflowY !== 'visible') [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)]
  }
  if (right - left > 1 && bottom - top > 1)
    pieces.push({ node, element, box: { left, right, top, bottom }, layer: layerOf(element) })
}

function isSeen(element: Element, rules: LayoutRules): boolean {
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
  if (element.closest(rules.moving)) return false
  for (let one: Element | null = element; one; one = one.parentElement)
    if (getComputedStyle(one).clipPath === 'inset(50%)') return false
  return true
}

function layerOf(element: Element): Element | null {
  for (let one: Element | null = element; one; one = one.parentElement) {
    const { position, zIndex } = getComputedStyle(one)
    if (one.localName === 'dialog' || position === 'fixed' || position === 'sticky') return one
    if (position === 'absolute' && Number(zIndex) > 0) return one
  }
  return null
}

/** Reports text that an ancestor cuts off, or that runs out of its block. */
function judgeText(element: Element, box: Box, note: Note): void {
  let isOwnBlock = true
  let [across, down] = [true, true]
  // A space at the end of a line may extend beyond the edge of the line.
  const { fontSize, whiteSpace } = getComputedStyle(element)
  const spare = whiteSpace === 'pre-wrap' ? Number.parseFloat(fontSize) * 0.7 : 1
  for (let one: Element | null = element; one && one !== document.body; one = one.parentElement) {
    const { display, overflowX, overflowY, webkitLineClamp, position } = getComputedStyle(one)
    if (display === 'inline' || display === 'contents') continue
    const edge = one.getBoundingClientRect()
    const beyond = Math.max(edge.left - box.left, box.right - edge.right)
    const below = Math.max(edge.top - box.top, box.bottom - edge.bottom)
    if (across && beyond > spare) {
      if (cuts(overflowX) && !one.hasAttribute('title')) note('clipped', element, `${px(beyond)} by ${nameOf(one)}`)
      if (isOwnBlock && overflowX === 'visible') note('outside', element, `text, by ${px(beyond)}`)
    }
    if (down && below > 1 && cuts(overflowY) && webkitLineClamp === 'none')
      note('clipped', element, `${px(below)} in height by ${nameOf(one)}`)
    isOwnBlock = false
    if (overflowX !== 'visible') across = false
    if (overflowY !== 'visible') down = false
    if (position === 'fixed' || one.localName === 'dialog') return
  }
}

/** Reports an element in the flow that extends beyond an edge of its parent without a negative margin. */
function judgeFit(element: Element, note: Note): void {
  const { position, display, transform, marginLeft, marginRight, marginBottom } = getComputedStyle(element)
  const isInFlow = (position === 'static' || position === 'relative') && display !== 'inline' && transform === 'none'
  const parent = boxParent(element)
  const own = element.getBoundingClientRect()
  if (!isInFlow || !parent || own.width === 0 || own.height === 0) return
  const [around, of] = [parent.getBoundingClientRect(), getComputedStyle(parent)]
  if (of.display === 'inline') return
  const left = Number.parseFloat(marginLeft) < 0 ? 0 : around.left - own.left
  const right = Number.parseFloat(marginRight) < 0 ? 0 : own.right - around.right
  if (Math.max(left, right) > 1 && !scrolls(of.overflowX)) note('outside', element, `${px(Math.max(left, right))} wide`)
  const below = Number.parseFloat(marginBottom) < 0 ? 0 : own.bottom - around.bottom
  if (below > 2 && parent !== document.body && !scrolls(of.overflowY)) note('outside', element, `${px(below)} below`)
}

/** Reports a button whose short label takes two lines, because the elements beside the button squeeze it. */
function judgeButton(element: Element, note: Note): void {
  const range = document.createRange()
  range.selectNodeContents(element)
  const { fontSize } = getComputedStyle(element)
  const tops = [...range.getClientRects()].map(({ top }) => top)
  const isShort = (element.textContent?.trim().length ?? 0) <= 16
  if (isShort && Math.max(...tops) - Math.min(...tops) > Number.parseFloat(fontSize))
    note('wrapped', element, 'two lines')
}

function boxParent(element: Element): Element | null {
  let parent = element.parentElement
  while (parent && getComputedStyle(parent).display === 'contents') parent = parent.parentElement
  return parent === document.documentElement ? null : parent
}

function judgeSize(element: Element, rules: LayoutRules, note: Note): void {
  const scale = element instanceof SVGGraphicsElement ? (element.getScreenCTM()?.a ?? 1) : 1
  const size = Math.round(Number.parseFloat(getComputedStyle(element).fontSize) * scale * 10) / 10
  if (!rules.sizes.includes(size)) note('size', element, `${size} px`)
}

function judgeOverlaps(pieces: Piece[], note: Note): void {
  pieces.sort((a, b) => a.box.top - b.box.top)
  let open: Piece[] = []
  for (const piece of pieces) {
    open = open.filter(({ box }) => box.bottom > piece.box.top)
    for (const other of open) {
      const across = Math.min(piece.box.right, other.box.right) - Math.max(piece.box.left, other.box.left)
      const down = Math.min(piece.box.bottom, other.box.bottom) - piece.box.top
      if (across <= 2 || down <= 2 || piece.node === other.node) continue
      if (isInside(piece, other) || isInside(other, piece)) continue
      if (piece.layer !== other.layer && !isReadThrough(piece, other)) continue
      note('overlap', piece.element, `${px(across)} × ${px(down)} of ${nameOf(other.element)}`)
    }
    open.push(piece)
  }
}

/**
 * Whether two pieces of different layers are both visible where they overlap, because the upper piece has no background
 * there. Always false for pictures.
 */
function isReadThrough(one: Piece, other: Piece): boolean {
  const [lower, upper] = isAbove(one, other) ? [other, one] : [one, other]
  if ([lower, upper].some(({ element }) => element.matches('img, svg, svg *, canvas'))) return false
  const [left, right] = [Math.max(one.box.left, other.box.left), Math.min(one.box.right, other.box.right)]
  const [top, bottom] = [Math.max(one.box.top, other.box.top), Math.min(one.box.bottom, other.box.bottom)]
  for (let part: Element | null = upper.element; part; part = part.parentElement) {
    const edge = part.getBoundingClientRect()
    const covers = edge.left <= left + 1 && edge.right >= right - 1 && edge.top <= top + 1 && edge.bottom >= bottom - 1
    if (covers && isOpaque(part)) return false
    if (part === upper.layer) break
  }
  return true
}

function isOpaque(element: Element): boolean {
  const { backgroundColor, backgroundImage } = getComputedStyle(element)
  const [alpha = '1'] =
    /(?<=,\s*|\/\s*)[\d.]+(?=\)$)/.exec(/rgba|\//.test(backgroundColor) ? backgroundColor : '') ?? []
  return backgroundImage !== 'none' || (backgroundColor !== 'transparent' && Number(alpha) > 0.9)
}

/**
 * Whether the layer of `one` is painted after the layer of `other`. Dialogs are painted last, other layers by z-index
 * and then by document order.
 */
function isAbove({ layer: one }: Piece, { layer: other }: Piece): boolean {
  if (!one || !other) return one !== null
  if (one.contains(other) || other.contains(one)) return other.contains(one)
  const orderOf = (layer: Element) =>
    layer.closest('dialog[open], [popover]') ? Number.POSITIVE_INFINITY : Number(getComputedStyle(layer).zIndex) || 0
  if (orderOf(one) !== orderOf(other)) return orderOf(one) > orderOf(other)
  return (other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}

function isInside(piece: Piece, whole: Piece): boolean {
  return whole.node === whole.element && whole.element.contains(piece.node)
}

function nameOf(element: Element): string {
  const names: string[] = []
  for (let one: Element | null = element; one && names.length < 3; one = one.parentElement) {
    const [name] = one.classList
    names.unshift(one.id ? `#${one.id}` : name ? `.${name}` : one.localName)
  }
  const text = element.textContent?.trim().replaceAll(/\s+/g, ' ').slice(0, 40)
  return `${names.join(' ')}${text ? ` “${text}”` : ''}`
}

function scrolls(overflow: string): boolean {
  return overflow === 'auto' || overflow === 'scroll'
}

function cuts(overflow: string): boolean {
  return overflow === 'hidden' || overflow === 'clip'
}

function px(value: number): string {
  return `${Math.round(value)} px`
}

export const inPage = [
  flawsOf,
  linesOf,
  judgeMarks,
  addPiece,
  isSeen,
  layerOf,
  judgeText,
  judgeFit,
  judgeButton,
  boxParent,
  judgeSize,
  judgeOverlaps,
  isReadThrough,
  isOpaque,
  isAbove,
  isInside,
  nameOf,
  scrolls,
  cuts,
  px,
]
