import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/account.ts'

const account: Words<typeof en> = {
  nav: {
    label: '帳戶',
    keys: '密鑰',
    usage: '用量',
    orders: '訂單',
    billing: '結餘與帳單',
    tickets: '個案',
    alerts: '提示',
    team: '團隊',
    activity: '活動紀錄',
    security: '安全',
    preferences: '偏好設定',
  },
  list: {
    sort: '排序',
    find: '搜尋',
    range: '第 {from}–{to} 項，共 {count} 項',
    previous: '上一頁',
    next: '下一頁',
    none: '沒有符合條件的內容。',
    all: '顯示全部',
  },
  pager: { newest: '最新', older: '較早' },
  acting: {
    label: '團隊帳戶',
    works: '您正以{role}身份使用 {email} 的帳戶。',
    back: '返回自己的帳戶',
    role: { owner: '擁有人', developer: '開發者', billing: '財務' },
  },
  busy: '伺服器繁忙或無法連線，請稍後再試',
  buyer: {
    name: '姓名或公司名稱',
    address: '地址',
    country: '國家／地區',
    noCountry: '未填寫',
    taxId: '稅務編號',
    taxIdHint: '歐盟增值稅號碼須帶國家前綴，例如 DE123456789；收據是否適用反向徵收以此為準。',
  },
  factor: {
    title: '請再次驗證',
    why: '為保障帳戶安全，此操作須再次驗證。',
    code: '動態碼或復原碼',
    passkey: '使用通行密鑰',
    mailCode: '索取電郵驗證碼',
    passkeyFailed: '通行密鑰驗證不成功，請重試或改用其他方式。',
    by: { passkey: '改用通行密鑰', password: '改用密碼', code: '改用動態碼', mailCode: '改用電郵驗證碼' },
  },
  prove: {
    title: '請確認是您本人',
    why: '距離上次登入已逾 15 分鐘，請再次驗證。',
    password: '密碼',
    code: '電郵內的驗證碼',
    sent: '驗證碼已傳送至 {email}。',
    confirm: '確認並繼續',
    cancel: '取消',
  },
}

export default account
