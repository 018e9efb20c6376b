import type { Words } from '#src/contract/words.ts'
import type enUS from '../en-US/benches.ts'

const benches: Words<typeof enUS> = {
  measured: '由 {command} 於{date}測得：{machine}，提交 {commit}。',
  missing: '本頁未有 {command} 的結果。',
  columns: { figure: '項目', value: 'Tapewire', baseline: '對照', ratio: '比率', goal: '目標' },
  met: '達到',
  missed: '未達到',
  rows: {
    klineServer: '由記憶體傳回 100 支 K 線，每秒回應次數；對照：傳回相同位元組的 Node 基本伺服器',
    klineFastify: '同上；對照：傳回相同位元組的 Fastify',
    kline500: '由記憶體傳回 500 支 K 線，每秒回應次數；對照：基本伺服器',
    klineDelay: '以上述負載的 70% 由記憶體傳回 100 支 K 線，p99',
    quoteServer: '由記憶體傳回報價，每秒回應次數；對照：基本伺服器',
    tickServer: '由記憶體傳回最新成交，每秒回應次數；對照：基本伺服器',
    barsStore: '由 2,000 萬支已儲存的 K 線讀取 500 支，中位數；對照：直接查詢數據庫',
    barsParquet: '以 Parquet 傳回 5,000 支已儲存的 K 線，中位數；對照：JSON',
    tradesStore: '經 HTTP 傳回一頁 5,000 筆已儲存的成交，中位數；對照：直接查詢相同的欄',
    streamWs: '每秒處理器時間的成批推送次數；對照：以 ws 直接廣播',
    streamNats: '同上；對照：nats-server',
    streamMosquitto: '同上；對照：mosquitto',
    streamSingle: '每個訊框一則訊息，每秒處理器時間的推送次數；對照：以 ws 直接廣播',
    streamDelay: '半負載下由訊息日誌到客戶端的延遲，p99',
    streamIdle: '10,000 個閒置連線佔用的記憶體',
    pageFirst: '公開頁面首次渲染所需時間，中位數',
    pageServer: '保留於記憶體的主頁；對照：傳回相同位元組的 Node 基本伺服器',
    pageTemplate: '同上；對照：渲染相同元素的普通 React Router 應用程式',
    dashboard: '每次請求均重新渲染的控制台；對照：渲染相同元素的普通 React Router 應用程式',
    usage: '用量頁；對照同上',
    order: '訂單頁；對照同上',
    docsSearch: '文件搜尋；對照同上',
    symbolSearch: '在實際產品列表中搜尋，p99',
    symbolSearchMore: '另加一百萬個產品後搜尋，p99',
    ticksStored: '每秒發布、合成 K 線並儲存的逐筆成交',
    barsImported: '每秒由檔案匯入的 K 線',
    startAgain: '再次啟動至全部就緒所需時間',
    idleMemory: '所有閒置進程佔用的記憶體',
  },
}

export default benches
