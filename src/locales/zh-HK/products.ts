import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/products.ts'

const products: Words<typeof en> = {
  stocks: {
    title: '各大交易所的股票數據',
    lead: '各國家及地區的股票報價、買賣盤、K 線、基本面及公司行動。價格是否調整由您決定，絕不擅自調整。',
    description:
      '各國家及地區的即時與歷史股票數據，REST 及 WebSocket API，提供報價、K 線、基本面及公司行動，支援 JSON 及 CSV。',
    keywords: '股票 API, 股票行情數據, 即時股價, 歷史股價, 公司行動 API',
  },
  indices: {
    title: '各大市場的主要指數',
    lead: '市場的標尺：由 1 分鐘線至年線，回應格式與個股一致。',
    description: '即時與歷史指數數據，REST 及 WebSocket API，涵蓋全球主要指數，由一分鐘線至月線，支援 JSON 及 CSV。',
    keywords: '指數 API, 股票指數數據, 標普 500, 恒生指數, 歷史指數',
  },
  forex: {
    title: '外匯及貴金屬，全天候',
    lead: '由悉尼開市至紐約收市，主要貨幣對、交叉盤及貴金屬的中間價，準確至最後一位。',
    description: '即時與歷史外匯數據，REST 及 WebSocket API，涵蓋主要貨幣對、交叉盤及貴金屬，支援 JSON 及 CSV。',
    keywords: '外匯 API, 匯率 API, EURUSD, 即時匯率, 金價 API',
  },
  crypto: {
    title: '加密貨幣，7×24 小時',
    lead: '永不休市的現貨交易對：逐筆成交、十檔買賣盤，以及註明是否完成的 K 線。',
    description:
      '即時與歷史加密貨幣數據，REST 及 WebSocket API，提供現貨交易對的逐筆成交、買賣盤及 K 線，支援 JSON 及 CSV。',
    keywords: '加密貨幣 API, 比特幣價格 API, BTCUSD, 買賣盤數據, 歷史數據',
  },
  future: {
    title: '期貨主力合約，按公開規則轉倉',
    lead: '美國（CME、CBOT、NYMEX、COMEX）、香港（HKFE）及中國內地（SHFE、CFFEX）的主力合約，同時提供各月份合約。',
    description: '即時與歷史期貨數據，REST 及 WebSocket API，涵蓋美國、香港及中國內地的主力合約，支援 JSON 及 CSV。',
    keywords: '期貨 API, 商品期貨數據, 恒指期貨, 連續合約, 歷史期貨價格',
  },
  fund: {
    title: '像股票一樣買賣的基金',
    lead: 'ETF 及其他交易所買賣基金的報價、K 線，以及與股票相同的公司行動數據。',
    description: '即時與歷史基金及 ETF 數據，REST 及 WebSocket API，提供報價、K 線及參考數據，支援 JSON 及 CSV。',
    keywords: 'ETF API, 基金數據, 盈富基金, 歷史 ETF 價格, 基金報價',
  },
  docs: '閱讀文件',
  chart: '在圖表中開啟',
  table: {
    failed: '暫時未能讀取產品清單。',
    pricesFailed: '暫時未能讀取價格。',
    title: '部分已收錄產品',
    lead: '價格與 /quote 傳回的一致，升跌幅相對前收市價。休市產品的價格註明時間。按任何一行可開啟圖表。',
    instrument: '產品',
    exchange: '交易所',
    simulated: '模擬數據',
    last: '最新價',
    change: '即日升跌幅',
    session: '即市走勢',
    range: '即日波幅',
    between: '介乎 {low} 與 {high} 之間',
    spark: '{code} 即市走勢，虛線為前收市價',
    streaming: '{shown} 行報價隨行情更新。',
    resting: '價格為頁面製作時的報價。',
    empty: '本站尚未收錄此類別的產品。',
    picture: '{code} 日線',
  },
  facts: { instruments: '個產品', countries: '個國家和地區', exchanges: '間交易所' },
  coverage: {
    failed: '暫時未能讀取交易所清單。',
    title: '涵蓋範圍',
    lead: '共 {shown} 個產品、{listed} 間交易所，按本站資料表統計。',
    worldwide: '環球',
    all: '各交易所的歷史數據',
  },
  sample: { title: '一次請求，真實回應', lead: '使用公開示範密鑰，毋須修改即可執行。執行、複製，再換成您要的代號。' },
  plans: {
    title: '各計劃包括甚麼',
    lead: '以綜合市場為例，單一市場另設計劃。',
    tier: '計劃',
    included: '此類別',
    price: 'USDT/月',
    all: '所有計劃及市場',
  },
}

export default products
