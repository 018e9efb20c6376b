import type { Words } from '#src/contract/words.ts'
import type enUS from '../en-US/mcp.ts'

const mcp: Words<typeof enUS> = {
  advice: {
    codes: '相近的代號：{codes}。',
    search: '可用工具 `symbols` 查找代號。',
    wait: '請等候 {seconds} 秒再呼叫。`klines` 和 `quotes` 一次最多可取 100 個代號；`limits` 會列出剩餘次數。',
    plan: '工具 `limits` 列出此密鑰可讀取的範圍。計劃：{url}',
    ended: '密鑰擁有人可在此續訂：{url}',
    key: '密鑰在 MCP 用戶端的設定中，寫在標頭 `token`。密鑰擁有人可在此查看：{url}',
    parameters: '工具 {tool} 接受的參數：{names}。',
    fault: '請求本身沒有問題。請過幾秒再試；如仍失敗，請把請求編號 {requestId} 告知客戶服務。',
    unreadable: '文件暫時未能讀取，請前往：{url}',
  },
  prompts: {
    overview: {
      title: '單一產品概覽',
      description: '一個產品的價格、當日表現、全年波幅與走勢。',
      text: '請簡介 {code}。如類別不明確，先用 `symbols` 查找。讀取 `quote`，並用 `kline` 讀取 260 支日線（interval 為 1d），然後說明：最新價及其時間、當日升跌幅、一年內的最高價與最低價、一星期、一個月和一年的升跌幅，以及值得留意之處。如報價有延遲，請註明。所有數字須由讀取的數據計算得出，不得引用未讀取的數字。',
    },
    compare: {
      title: '比較多個產品',
      description: '同一時段內多個產品的回報與風險。',
      text: '請比較 {codes} 最近 {days} 個交易日的表現。每個類別用一次 `klines` 讀取日線，股票和基金加上 adjust=all。分別計算總回報、每日回報的年化波幅和最大跌幅，只用各產品共有的交易日。先列表，再用三句說明差異。沒有數據的代號請列出並說明原因。',
    },
    market: {
      title: '市場狀況',
      description: '是否開市，哪些產品波動較大。',
      text: '請說明 {region} 市場 {class} 類別的狀況。讀取 `marketStatus`，並分別按 gainers、losers 和 active 讀取 `movers`。先以當地時區說明是否開市、接着是甚麼時段，再列出每類首五名的價格與升跌幅。如某個列表不在計劃內，請說明。',
    },
    history: {
      title: '下載歷史數據',
      description: '逐頁讀取一段時間內的全部 K 線，存為 CSV 檔案。',
      text: '請讀取 {code} 由 {from} 至 {to} 的 {interval} K 線，並寫入 CSV 檔案。呼叫 `kline`，limit 為 5000，按 `nextCursor` 逐頁讀取，直至沒有下一頁，並遵守請求限額。t 寫成 UTC 的 ISO 8601 時間。最後一支如為 final=false 則不寫入。最後說明行數、首尾時間，以及對照交易日曆（`holidays`）是否有缺口。',
    },
  },
  arguments: {
    code: '代號，如 AAPL、700 或 BTCUSD',
    codes: '代號，以逗號分隔',
    days: '交易日數，如 250',
    class: 'stock、forex、indices、crypto、future 或 fund',
    region: '國家／地區，如 US 或 HK',
    interval: 'K 線週期，如 1m、1h 或 1d',
    from: '第一日，如 2025-01-01',
    to: '最後一日',
  },
  chart: { title: 'K 線圖' },
}

export default mcp
