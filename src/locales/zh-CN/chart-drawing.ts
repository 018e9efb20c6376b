import type { Words } from '#src/contract/words.ts'
import type enUS from '../en-US/chart-drawing.ts'

const drawing: Words<typeof enUS> = {
  label: '画线工具',
  cross: '十字光标',
  magnet: '磁吸',
  clear: '清除全部画线',
  full: '每个品种最多保存 {max, number} 个画线，请先删除一个',
  notStored: '浏览器未能保存画线，关闭页面后会丢失',
  text: '标注文字',
  textTitle: '添加标注',
  place: '放到图上',
  groups: {
    lines: '线条',
    channels: '通道与斐波那契',
    positions: '交易方案',
    shapes: '图形',
    notes: '标注',
    measure: '测量',
  },
  tools: {
    segment: '趋势线',
    rayLine: '射线',
    straightLine: '延长线',
    horizontalStraightLine: '水平线',
    horizontalRayLine: '水平射线',
    verticalStraightLine: '垂直线',
    arrow: '箭头',
    parallelStraightLine: '平行通道',
    priceChannelLine: '价格通道',
    pitchfork: '安德鲁音叉线',
    fibonacciLine: '斐波那契回撤',
    long: '做多方案',
    short: '做空方案',
    box: '矩形',
    brush: '画笔',
    priceLine: '价格标注',
    simpleAnnotation: '注释',
    measure: '测量尺',
  },
}

export default drawing
