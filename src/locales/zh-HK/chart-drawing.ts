import type { Words } from '#src/contract/words.ts'
import type enUS from '../en-US/chart-drawing.ts'

const drawing: Words<typeof enUS> = {
  label: '繪圖工具',
  cross: '十字游標',
  magnet: '磁力吸附',
  clear: '清除所有繪圖',
  full: '每個產品最多保存 {max, number} 個繪圖，請先刪除一個',
  notStored: '瀏覽器未能儲存繪圖，關閉頁面後會遺失',
  text: '註釋文字',
  textTitle: '加入註釋',
  place: '放到圖上',
  groups: {
    lines: '線條',
    channels: '通道及黃金比率',
    positions: '交易部署',
    shapes: '圖形',
    notes: '註釋',
    measure: '量度',
  },
  tools: {
    segment: '趨勢線',
    rayLine: '射線',
    straightLine: '延伸線',
    horizontalStraightLine: '水平線',
    horizontalRayLine: '水平射線',
    verticalStraightLine: '垂直線',
    arrow: '箭嘴',
    parallelStraightLine: '平行通道',
    priceChannelLine: '價格通道',
    pitchfork: '安德魯音叉線',
    fibonacciLine: '黃金比率回調',
    long: '好倉計劃',
    short: '淡倉計劃',
    box: '矩形',
    brush: '畫筆',
    priceLine: '價格標記',
    simpleAnnotation: '註釋',
    measure: '量度尺',
  },
}

export default drawing
