const operatorHandbook = {
  meta: { title: '手册' },
  lead: '如何运营这套系统：设置、命令、备份、数据与资金。仅工作人员可见。',
  pages: '全部页面',
  found: '提及“{query}”的内容',
  all: '全部页面',
  none: '没有找到相关内容',
  noneText: '请尝试一个词、一条命令或设置项的名称。',
  search: { label: '搜索手册', submit: '搜索' },
  contents: '本页目录',
  sample: '示例',
}

export default operatorHandbook
