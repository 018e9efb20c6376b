const operator = {
  tag: '管理台',
  nav: {
    label: '管理台',
    now: '現況',
    customers: '客戶',
    money: '款項',
    plans: '計劃',
    tickets: '個案',
    data: '數據',
    content: '內容',
    staff: '職員',
    audit: '稽核',
    installation: '系統',
    more: '更多',
  },
  roles: { owner: '擁有人', billing: '財務', support: '客戶服務', data: '數據' },
  search: { label: '搜尋客戶', hint: '電郵、密鑰、訂單、地址、交易雜湊值、個案編號' },
  filters: { apply: '篩選', clear: '清除' },
  pager: { label: '換頁', shown: '{count, plural, other {# 項}}', first: '返回第一頁', next: '下一頁' },
  act: { column: '操作', close: '關閉', cancel: '取消' },
  prove: {
    title: '請確認是您本人',
    why: '距離上次登入已逾 15 分鐘，請再次驗證。已填寫的內容會保留。',
    sent: '驗證碼已傳送至 {email}。',
    password: '密碼',
    code: '電郵內的驗證碼',
    byMail: '改用電郵驗證碼',
    submit: '確認',
  },
  hurdle: {
    factor: {
      title: '使用管理台須有第二重驗證',
      text: '請先啟用雙重驗證，或改以通行密鑰登入，然後再返回此頁。',
      way: '前往帳戶安全',
    },
    prove: { title: '您登入已超過 12 小時', text: '確認身份後即可查看此頁。' },
    role: { title: '您的角色不能查看此頁', text: '您現有的角色：{roles}。如需權限，請聯絡擁有人。' },
    missing: { title: '找不到', text: '網址所指的內容不存在，或已被刪除。' },
    failed: {
      title: '未能讀取此頁',
      text: '產品本身仍正常運作。請再試一次；如問題持續，可於日誌查看原因。',
      way: '再試一次',
    },
    request: '請求編號',
  },
} as const

export default operator
