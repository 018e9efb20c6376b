/**
 * Drawing tools of the side bar, in groups. This project draws the `tw-draw:` tools and `fibonacciLine`; KLineCharts
 * draws the others.
 */
export const drawingGroups = {
  lines: [
    'segment',
    'rayLine',
    'straightLine',
    'horizontalStraightLine',
    'horizontalRayLine',
    'verticalStraightLine',
    'tw-draw:arrow',
  ],
  channels: ['parallelStraightLine', 'priceChannelLine', 'tw-draw:pitchfork', 'fibonacciLine'],
  positions: ['tw-draw:long', 'tw-draw:short'],
  shapes: ['tw-draw:box', 'brush'],
  notes: ['priceLine', 'simpleAnnotation'],
  measure: ['tw-draw:measure'],
} as const

export type DrawingGroup = keyof typeof drawingGroups
export type DrawingTool = (typeof drawingGroups)[DrawingGroup][number]
export const drawingTools: readonly DrawingTool[] = Object.values(drawingGroups).flat()

export function needsText(tool: string): boolean {
  return tool === 'simpleAnnotation'
}

/** The translation key of a tool is its name without the prefix: `tw-draw:box` → `box`. */
export type ToolWord = Exclude<DrawingTool, `tw-draw:${string}`> | OwnWord<DrawingTool>
type OwnWord<T extends string> = T extends `tw-draw:${infer Word}` ? Word : never

export function toolWord(tool: DrawingTool): ToolWord {
  return tool.replace('tw-draw:', '') as ToolWord
}
