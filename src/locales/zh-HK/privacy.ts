import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/privacy.ts'

const privacy: Words<typeof en> = {
  head: {
    data: '資料',
    why: '用途',
    kept: '保存期',
    name: '名稱',
    holds: '內容',
    cookieName: '`{name}`（https 下為 `{secureName}`）',
    untilCleared: '至您清除瀏覽器資料',
    untilClosed: '至分頁關閉',
  },
  rows: {
    account: {
      what: '電郵地址、語言、主題、時區及通知設定',
      why: '建立帳戶、與您聯絡',
      kept: '至帳戶刪除',
    },
    password: {
      what: '密碼（如已設定）',
      why: '登入驗證，只儲存 argon2id 雜湊值',
      kept: '至更改密碼或帳戶刪除',
    },
    codes: {
      what: '驗證碼及進行中的登入',
      why: '確認電郵地址屬於您，只儲存以密鑰計算的摘要或密文',
      kept: '有效期 {codeMinutes} 分鐘，{codeDays} 日後刪除',
    },
    sessions: {
      what: '登入狀態：時間、方式、瀏覽器名稱、網絡地址',
      why: '保持登入、顯示登入裝置',
      kept: '至登出或失效，最長 {sessionDays} 日；瀏覽器識別碼保留至最後一次登入後一年',
    },
    factors: {
      what: '通行密鑰、驗證應用程式密鑰、復原碼',
      why: '雙重驗證，加密儲存或只儲存摘要',
      kept: '至您移除或帳戶刪除',
    },
    providers: {
      what: '第三方登入：服務供應商、您在該服務的識別碼及電郵地址',
      why: '以您選用的服務登入',
      kept: '至解除連結或帳戶刪除',
    },
    keys: {
      what: 'API 密鑰、您為其設定的名稱、最近使用時間',
      why: '識別您的程式；儲存核對用的摘要及顯示用的加密副本',
      kept: '至帳戶刪除；摘要會保留，用以拒絕已撤銷的密鑰',
    },
    usage: {
      what: '閘道請求的計數：密鑰、時間、類型、結果；被拒請求的路徑及查詢參數；現有連線的程式名稱及網絡地址',
      why: '執行限額、向您顯示用量',
      kept: '計數保存至帳戶刪除，被拒請求保存 {usageErrorDays} 日，連線資料只在連線期間保存',
    },
    layouts: {
      what: '您儲存的圖表版面、繪圖及自選名單',
      why: '在您的各部裝置上顯示',
      kept: '至您刪除或帳戶刪除',
    },
    alerts: {
      what: '提示、觸發紀錄及您的 Webhook 網址',
      why: '為您留意價格並通知您',
      kept: '提示至您刪除為止，觸發及傳送紀錄保留 {firingDays} 日',
    },
    orders: {
      what: '訂單、收款地址、轉帳及其交易雜湊值；退款及其收款地址；您填寫的收據資料',
      why: '提供服務、保存帳目',
      kept: '按稅務及會計法例要求的期限；帳戶刪除後不再包含您的電郵地址',
    },
    messages: {
      what: '您寫給客戶服務的留言及我們的回覆：姓名、電郵地址、內容及網絡地址',
      why: '回覆您',
      kept: '最後一次更改後 {ticketYears} 年；使用該電郵地址的帳戶刪除時一併刪除',
    },
    mails: {
      what: '我們發出的電郵：收件地址、類型及時間；內文在發出前加密儲存，發出後隨即清除（沙盒不會對外發出電郵，內文顯示於內置信箱）',
      why: '傳送電郵，並在電郵伺服器暫時未能使用時重試',
      kept: '{mailDays} 日；確認刪除帳戶的電郵為 {farewellDays} 日',
    },
    log: {
      what: '帳戶日誌：何人何時作出何種更改',
      why: '解釋及糾正錯誤或濫用',
      kept: '至帳戶刪除；其後留存的紀錄不再指向任何人',
    },
    counters: {
      what: '防止濫用的計數，按網絡地址、電郵地址或帳戶計算',
      why: '防範惡意請求及盜用帳戶',
      kept: '最長一日',
    },
    serverLog: {
      what: '伺服器日誌：時間、請求、故障，間中包含網絡地址或電郵地址',
      why: '找出故障原因',
      kept: '視乎營運者對伺服器的設定',
    },
  },
  cookies: {
    authorization: '登入狀態，網頁指令碼無法讀取',
    signed_in: '只表示已登入，供本網站頁面的指令碼使用',
    'sign-in': '第三方登入期間綁定此瀏覽器，網頁指令碼無法讀取',
    sandbox: '只用於沙盒：開啟內置信箱及測試錢包，網頁指令碼無法讀取',
    browser:
      '識別此瀏覽器：它索取的驗證碼，他人無法用盡其嘗試次數；在陌生瀏覽器登入時會以電郵通知並限制嘗試次數，職員亦不能向曾在同一瀏覽器登入的帳戶發放任何權益；網頁指令碼無法讀取',
    lang: '您選擇的語言',
    locale: '同上，供舊有用戶端使用',
    theme: '淺色或深色主題',
    upcolor: '升跌顏色：紅升綠跌或綠升紅跌',
    analytics: '您是否同意統計點擊',
    announcements: '您已關閉的公告；網頁指令碼無法讀取',
    zone: '您的時區，用於在登入頁開立的帳戶',
  },
  storage: {
    version: '您上次看到的網站版本',
    'chart.current': '您離開時的圖表狀態',
    'chart.layouts': '未登入時儲存的圖表版面',
    'chart.drawings': '圖表上的繪圖',
    'chart.recent': '最近開啟的產品',
    'chart.favourites': '您加入自選的產品',
    'chart.watchlist': '未登入時的自選名單',
    'reloaded-at': '頁面上次自動重新載入的時間',
    'react-router-scroll-positions': '各頁面的捲動位置',
  },
}

export default privacy
