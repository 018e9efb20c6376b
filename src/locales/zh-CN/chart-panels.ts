import type { Words } from '#src/contract/words.ts'
import type enUS from '../en-US/chart-panels.ts'

const panels: Words<typeof enUS> = {
  look: {
    title: '图表设置',
    more: '更多设置',
    zones: '全部时区',
    up: '上涨',
    down: '下跌',
    background: '背景',
    grid: '网格',
    grids: { horizontal: '横线', both: '横线和竖线', none: '无' },
    margin: '上下留白',
    margins: { small: '小', usual: '标准', large: '大' },
    side: '价格轴',
    sides: { right: '右侧', left: '左侧' },
    breaks: '交易日分隔线',
    usual: '恢复默认',
    done: '完成',
  },
  objects: {
    title: '图表对象',
    drawings: '画线',
    noDrawings: '该品种没有画线',
    noIndicators: '没有指标',
    up: '上移{name}',
    down: '下移{name}',
    lock: '锁定{name}',
    unlock: '解锁{name}',
  },
  shared: {
    copy: '复制图表链接',
    copied: '链接已复制，打开后显示当前图表。',
    notCopied: '链接未能复制',
    tooLong: '画线过多，无法生成链接',
    title: '他人分享的图表，仅供查看',
    keep: '保存副本',
    leave: '返回我的图表',
    broken: '图表链接不完整',
  },
  watch: {
    find: '在此列表中查找',
    notFound: '此列表中没有符合的品种。',
    full: '每个列表最多 {max, number} 个品种和分组，请先移除一个',
    lists: '自选列表',
    section: '新建分组',
    create: '新建列表',
    rename: '重命名列表',
    drop: '删除“{name}”',
    ok: '确定',
  },
}

export default panels
