import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/home.ts'

const home: Words<typeof en> = {
  meta: {
    title: 'REST 及 WebSocket 即時與歷史行情數據 API',
    description:
      '一套 REST 及 WebSocket API，涵蓋多個國家及地區的股票、指數、外匯、加密貨幣、期貨與基金，支援 JSON 及 CSV。免費領取密鑰即可開始。',
    keywords: '行情數據 API, 股票 API, 即時行情, 歷史數據, 外匯 API, 加密貨幣 API, WebSocket, K 線, REST',
  },
  hero: {
    kick: '即時及歷史行情數據',
    title: '環球市場，一線直達。',
    lead: '一套 REST 及 WebSocket API，涵蓋多個國家及地區的股票、指數、外匯、加密貨幣、期貨與基金。每支 K 線均註明是否已完成；串流如有缺口，會清楚告知。',
    chart: '開啟圖表',
    instruments: '已收錄產品',
    countries: '國家及地區，6 類資產',
    answer: '最近一分鐘的回應中位數',
  },
  demo: {
    label: '同一請求的四種寫法',
    comment: '使用公開示範密鑰，可直接執行',
    clientComment: '使用公開示範密鑰；用戶端安裝方法見 /docs/sdk',
    run: '立即執行',
    running: '執行中…',
    left: '本分鐘尚餘 {remaining}/{limit} 次',
    idle: '按下執行，結果由本站即時傳回。',
    failed: '閘道沒有回應，請稍後再試。',
  },
  tape: { label: '來自本站閘道的即時價格' },
  product: {
    no: '數據類別',
    title: '六類資產，同一種回應格式',
    lead: '學會一個 API，便懂得全部。只需更改路徑中的資產類別，程式毋須改動。',
    count: '{shown} 個產品',
    spark: '{code} 即市走勢，虛線為前收市價',
    today: '即市走勢，升跌相對前收市價',
    asOf: '截至 {time}，升跌相對前收市價',
  },
  about: {
    no: '服務特點',
    title: '讓行情數據經得起核對',
    lead: '數據可核實，原始碼全部公開：您看到的，就是正在運作的。',
    points: {
      gap: {
        title: '缺口有跡可尋',
        text: '每則推送都附有序號。如有數據未能送達，會清楚告知起訖位置，以及用哪個 API 補回。',
        proof: '串流中的缺口訊息，rest 即補回數據的 API',
      },
      final: {
        title: 'K 線註明是否完成',
        text: '只有當前一支標示為未完成。歷史數據不會擅自改動，回測可以重現。',
        proof: 'BTCUSD 當日未完成的 K 線，UTC {time} 傳回',
      },
      refusal: {
        title: '被拒必有原因',
        text: '超出計劃、超出限額、代號不存在，每種錯誤都有錯誤名稱、中文說明及處理建議。',
        proof: '以示範密鑰查詢 MSFT 的回應，UTC {time}',
      },
      own: {
        title: '可自行架設',
        text: '一個指令即可在自己的機器上安裝網站、閘道、收費及儲存系統，資料庫可內置亦可外接。',
      },
    },
  },
  app: {
    no: '使用方式',
    title: '由首個請求到逐筆，沿用您熟悉的工具',
    lead: '歷史數據用 REST，即時數據用 WebSocket，兩者皆可在圖表上查看。全部支援 JSON 及 CSV。',
    stream: { title: '串流', text: '逐筆成交、報價、買賣盤及即時 K 線共用一個連線，斷線後可由原位續傳。' },
    chart: {
      title: '圖表',
      text: '這不是圖片：{indicators, number} 種指標、{drawings, number} 種繪圖工具，支援重播，K 線與 API 傳回的完全一致。',
      picture: '{code} 日線，數據來自本站',
    },
    formats: { title: 'JSON 及 CSV', text: 'API 不變、限額不變，加上 format=csv 即可用 Excel 開啟。' },
  },
  achievement: {
    no: '數據規模',
    title: '數字，以及各自的來源',
    examples: { users: '18,000+', rows: '1 萬億+', bytes: '2 PB', messages: '7,000 萬' },
    counted: { users: '個帳戶', rows: '行數據', bytes: '已儲存', messages: '則訊息/秒（高峰）' },
    kinds: { example: '例子', claimed: '營運方公布', measured: '本站實測' },
    users: '用戶',
    rows: '行數據',
    bytes: '原始數據',
    messages: '則訊息/秒（所有節點）',
    measured: '本站實測',
    what: '項目',
    how: '計算方法',
    here: '數值',
    instruments: '已收錄產品',
    instrumentsHow: '按本站資料表統計',
    bars: '已儲存 K 線',
    barsHow: '按歷史資料庫統計',
    latency: {
      measured: '回應時間',
      how: '計算方法',
      data_call: 'REST API',
      symbol_search: '代號搜尋',
      delivery: '行情送達連線',
      scale: '0–{max} 毫秒',
      lastMinute: '閘道最近一分鐘的 {shown} 次請求',
      lastMinuteEvents: '最近一分鐘的 {shown} 批行情，由訊息日誌至連線',
    },
    origins: {
      example: '例子只供沙盒示範，與本站無關。',
      claimed: '營運方公布的數字為所有節點合計。',
      measured: '實測數字讀取於 UTC {time}。',
    },
    unknown: '尚未測得',
  },
  pricing: {
    no: '收費',
    title: '免費開始，按速度及涵蓋範圍升級',
    lead: '綜合市場月費，單位為 USDT。新用戶首張訂單減 {percent}%。',
    all: '比較所有計劃及市場',
  },
  questions: {
    no: '常見問題',
    title: '開始之前，大家常問',
    items: {
      key: {
        q: '不註冊可以做甚麼？',
        a: '公開示範密鑰可透過 REST 及串流查詢 AAPL、700、EURUSD、BTCUSD、SPX、ES 及 SPY。其他產品需要免費密鑰。',
      },
      pay: {
        q: '如何付款？',
        a: '使用 USDT，網絡為 {networks}。轉帳最終確認後計劃即時生效，一般於轉出後 3–15 分鐘。',
      },
      formats: {
        q: '支援哪些格式？',
        a: 'REST 支援 JSON、CSV 及逐行 JSON，K 線、逐筆成交及最佳買賣價另支援 Parquet 及 Arrow，WebSocket 使用 JSON，另提供圖表程式庫使用的 UDF 協定。',
      },
      leak: {
        q: '密鑰外洩怎麼辦？',
        a: '請立即在控制台自行重設或撤銷，舊密鑰於一秒內失效。如需協助，再與我們聯絡。',
      },
    },
    more: '查看所有問題',
  },
}

export default home
