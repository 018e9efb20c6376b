import type { OverlayTemplate } from 'klinecharts'
import { arrow } from './arrow.ts'
import { fibonacci } from './fibonacci.ts'
import { boxBetween, frame } from './frame.ts'
import { measure } from './measure.ts'
import { pitchfork } from './pitchfork.ts'
import { position } from './position.ts'

const rectangle: OverlayTemplate = {
  ...frame,
  name: 'tw-draw:box',
  createPointFigures: ({ coordinates: [a, b] }) =>
    a && b ? [{ type: 'rect', attrs: boxBetween(a, b), styles: { style: 'stroke_fill' } }] : [],
}

/** Drawings that KLineCharts lacks or draws differently. */
export function ownDrawings(): OverlayTemplate[] {
  return [fibonacci, rectangle, measure, arrow, pitchfork, position('long'), position('short')]
}
