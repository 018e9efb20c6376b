import type { Words } from '#src/contract/words.ts'
import type enUS from '../en-US/chart-panels.ts'

const panels: Words<typeof enUS> = {
  look: {
    title: '圖表設定',
    more: '更多設定',
    zones: '所有時區',
    up: '上升',
    down: '下跌',
    background: '背景',
    grid: '格線',
    grids: { horizontal: '橫線', both: '橫線及直線', none: '無' },
    margin: '上下留白',
    margins: { small: '小', usual: '標準', large: '大' },
    side: '價格軸',
    sides: { right: '右邊', left: '左邊' },
    breaks: '交易日分隔線',
    usual: '還原預設',
    done: '完成',
  },
  objects: {
    title: '圖表物件',
    drawings: '畫線',
    noDrawings: '此產品沒有畫線',
    noIndicators: '沒有指標',
    up: '上移{name}',
    down: '下移{name}',
    lock: '鎖定{name}',
    unlock: '解鎖{name}',
  },
  shared: {
    copy: '複製圖表連結',
    copied: '已複製連結，開啟後會顯示目前的圖表。',
    notCopied: '未能複製連結',
    tooLong: '畫線過多，未能製作連結',
    title: '他人分享的圖表，只供查看',
    keep: '儲存副本',
    leave: '返回我的圖表',
    broken: '圖表連結不完整',
  },
  watch: {
    find: '在此清單中尋找',
    notFound: '此清單中沒有符合的產品。',
    full: '每個名單最多 {max, number} 個產品及分組，請先移除一個',
    lists: '自選名單',
    section: '新增分組',
    create: '新增名單',
    rename: '重新命名名單',
    drop: '刪除「{name}」',
    ok: '確定',
  },
}

export default panels
