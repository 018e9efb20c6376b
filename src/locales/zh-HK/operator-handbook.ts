const operatorHandbook = {
  meta: { title: '手冊' },
  lead: '如何營運這個系統：設定、指令、備份、數據及款項。只有職員可以閱讀。',
  pages: '所有頁面',
  found: '提及「{query}」的內容',
  all: '所有頁面',
  none: '找不到相關內容',
  noneText: '請嘗試一個詞語、一項指令或設定的名稱。',
  search: { label: '搜尋手冊', submit: '搜尋' },
  contents: '本頁內容',
  sample: '範例',
}

export default operatorHandbook
