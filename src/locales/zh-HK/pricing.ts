import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/pricing.ts'

const pricing: Words<typeof en> = {
  meta: {
    title: '收費',
    description:
      '即時及歷史行情數據計劃：免費版、基本版、專業版、尊尚版及企業版，可選綜合市場或單一市場，以 USDT 付款。',
    keywords: '行情 API 收費, 股票 API 價錢, 即時數據計劃, 免費 API 密鑰, USDT',
  },
  kick: '收費',
  title: '免費開始，按速度及涵蓋範圍升級',
  lead: '一張價目表，全部公開。本頁每個數字都來自閘道實際執行的計劃目錄。新用戶首張訂單減 {percent}%。',
  unit: 'USDT/月',
  firstOrder: '首張訂單 {total}',
  whole: '合共 {total}',
  custom: '按需報價',
  customHint: '限額度身訂造',
  freeHint: '適合試用',
  yes: '支援',
  no: '不支援',
  unlimited: '不限',
  choose: '選擇{tier}',
  start: '免費領取密鑰',
  talk: '聯絡我們',
  period: '收費週期',
  limits: { perMinute: '每分鐘請求次數', sockets: '連線數', subscriptions: '訂閱產品', funds: '基金' },
  markets: {
    label: '市場',
    integrated: '一個密鑰涵蓋所有類別及地區，亦是唯一設有免費版的市場。',
    region: '單一國家或地區的股票。密鑰數目不限，每個密鑰對應一個計劃。',
    fund: '單一市場的 ETF 及其他交易所買賣基金。',
    future: '主力合約：美國（CME、CBOT、NYMEX、COMEX）、香港（HKFE）、中國內地（SHFE、CFFEX）。',
    place: '國家或地區',
  },
  compare: {
    title: '計劃比較',
    feature: '包括內容',
    every: '每個計劃均包括：{list}。',
    perMonth: '月費（USDT）',
    delay: '延遲',
    live: '無',
    seconds: '{seconds} 秒',
    history: '歷史數據',
    allHistory: '全部',
    days: '{days} 日',
    search: '代號搜尋',
    firstPage: '只限第 1 頁結果',
    full: '可按國家／地區篩選及翻頁',
    formats: 'JSON 及 CSV',
  },
  calculator: {
    title: '哪個計劃適合？',
    lead: '填寫您的用量，結果按閘道執行的同一套限額計算。',
    symbols: '即時訂閱的產品數目',
    calls: '每分鐘請求次數',
    sockets: '同時連線的程式數目',
    result: '{tier}已經足夠：每分鐘 {perMinute} 次請求、{sockets} 個連線、{subscriptions} 個訂閱產品。',
    enterprise: '用量已超出尊尚版，可度身訂造企業計劃。',
  },
  enterprise: {
    title: '企業版',
    text: '數據轉發、專屬容量、專線網絡、開立發票。告訴我們您正在做甚麼，我們會提供合適的方案。',
  },
  notes: {
    title: '須知',
    pay: '以 USDT 付款，網絡為 TRC20（TRON）或 ETC20（以太坊 Ethereum，ERC20）。轉帳最終確認後計劃生效，一般需時 3–15 分鐘。',
    upgrade: '升級只須補付餘下日數的差額。計劃不設降級，到期自然結束。',
    credit: '逾時到帳或多付的款項轉為帳戶結餘，不會有損失。',
    oneKey: '綜合市場每個帳戶一個密鑰；其他市場密鑰數目不限。',
  },
}

export default pricing
