import type { ProblemName } from '#src/contract/errors.ts'

export default {
  not_a_document: '這不是計劃方案檔案：內容須為 JSON 物件。',
  unknown_field: '{place} 並非有效欄位。',
  missing_field: '欠缺 {place}。',
  wrong_type:
    '{place} 須為{type, select, string {加上引號的文字} number {數字} boolean { true 或 false} array {列表} other {物件}}。',
  not_whole: '{place} 須為整數。',
  too_small: '{place} 不可小於 {min}。',
  too_big: '{place} 不可大於 {max}。',
  too_few: '{place} 最少須有 {min} 項。',
  too_many: '{place} 最多 {max} 項。',
  not_a_plan_id: '{place} 須由市場及級別組成，例如 "stock-us-premium"。',
  not_a_price: '{place} 須為加上引號、有兩位小數的金額，例如 "99.00"。',
  not_one_of: '{place} 須為以下其中一項：{allowed}。',
  plan_twice: '計劃 {plan} 在 "plans" 內重複出現。',
  plan_missing: '欠缺計劃 {plan}：每個新帳戶均由此計劃開始。',
  plan_unknown: '{plan} 並非本產品的計劃。',
  class_foreign: '{place} 包含 {class}，此計劃的市場並不提供該類別。',
  value_twice: '{place} 內 {value} 重複出現。',
  price_not_null: '{place} 須為 null；此計劃由營運方開通。',
  price_not_free: '{place} 須為 "0.00"。',
  price_not_positive: '{place} 須大於零。',
  price_falls: '{place} 低於 {other} 的價格。',
  delay_too_long: '{place} 為 {delay}，而即時訊息只保留 {max} 秒。',

  sweep_columns: '首行須列明各欄名稱：{columns}。',
  sweep_not_json: '第 {line} 行不是 JSON 物件。',
  sweep_twice: '第 {line} 行與第 {other} 行重複。',
  sweep_recorded: '第 {line} 行早已登記，金額為 {amount} USDT。',
  sweep_network: '第 {line} 行的網絡「{network}」未在此設定。',
  sweep_address: '第 {line} 行的 {address} 並非 {network} 的收款地址。',
  sweep_hash: '第 {line} 行的交易雜湊值（TxID）無效：{hash}。',
  sweep_amount: '第 {line} 行的 USDT 金額無效：{amount}。',
  sweep_too_much: '第 {line} 行轉出的金額較現有款項多 {amount} USDT。',

  file_name: '檔案名稱未有說明內容。請以 stock-us-AAPL-1d.csv.gz 的形式命名，或填寫類別、國家／地區、代號及週期。',
  file_interval: '{interval} 並非有效的週期。',
  file_symbol: '{code}：代號格式不正確，請使用 AAPL、700、BTCUSD 等寫法。',
  file_no_interval: '檔案名稱未有說明週期（例如 1m 或 1d），請於檔案名稱註明或另行填寫。',
  file_columns: '首行須列明各欄名稱：{columns}。',
  file_line_too_long: '檔案內有一行超過 1 MiB，並非表格。',
  file_missing: '無法讀取檔案：{reason, select, ENOENT {檔案不存在} other {{reason}}}。',
  file_not_dbn: '檔案並非第 1、2 或 3 版的 DBN 格式。',
  file_dbn_schema:
    '檔案內的記錄類型不符。K 線取自 ohlcv-1m、ohlcv-1h 及 ohlcv-1d，而且週期須一致；逐筆數據取自 trades、tbbo、mbp-1、bbo 及其合併行情類型。',
  file_not_parquet: '無法讀取 Parquet 檔案（{reason}）。',
  file_parquet_columns: '檔案有 {count} 欄，最多可讀取 {max} 欄。',
  file_parquet_group: '檔案內有一個行組超過 {values} 個值或 {mib} MiB。請以較小的行組重新寫出，例如每組 100,000 行。',
  file_unpacks_too_far: '檔案解壓後超過原大小的 {ratio} 倍，並非表格。',
  file_rows_refused: '截至第 {line} 行，已連續拒絕 {count} 行：該檔案並非此類資料。之前的行已保留。',
  file_too_many_rows: '檔案超過 {max} 行，請分拆後再匯入。上限之前的行已保留。',
  file_cut_off: '檔案無法讀至結尾（{reason}）。此前讀入的內容已保留。',
  file_incomplete: '檔案在這部機器上並不完整。',
  file_empty: '檔案是空的。',
  file_no_rows: '檔案只有欄位名稱，沒有數據行。',
  file_format:
    '檔案並非文字表格：{format, select, zip {是 ZIP 壓縮檔或 Excel 活頁簿，請解壓或另存為 CSV} xls {是 Excel 活頁簿，請另存為 CSV} bzip2 {以 bzip2 壓縮，請解壓} xz {以 xz 壓縮，請解壓} gzip {以 gzip 壓縮了兩次，請解壓} zstd {以 zstd 壓縮了兩次，請解壓} arrow {是 Arrow 檔案，請另存為 Parquet 或 CSV} pdf {是 PDF} html {是網頁，可能是下載時的錯誤頁面} json {是 JSON，請另存為 CSV} other {是二進位檔案}}。',
  file_no_table: '檔案並非表格，開頭為「{line}」；每行最少須有三個儲存格。',
  file_names_unknown:
    '無法識別檔案的欄位。檔案以{separator, select, comma {逗號} semicolon {分號} tab {定位字元} other {直線}}分隔，開頭為 {names}。請以 --map time=…,open=… 指定欄位名稱。',
  file_columns_missing:
    '檔案欠缺 {missing} 欄。檔案以{separator, select, comma {逗號} semicolon {分號} tab {定位字元} other {直線}}分隔，各欄為 {names}。請以 --map 指定各欄。',
  file_columns_unnamed:
    '檔案沒有欄位名稱，{count, number} 欄的次序無法確定。請在首行加上欄位名稱，或以 --map 指定各欄位置。',
  file_column_twice: '檔案有兩欄同名：{column}。請更改其中一欄的名稱。',
  file_columns_two:
    '{first} 欄及 {second} 欄都可能是 {column}。請連同其他欄位一併指定：--map {column}={first} 或 --map {column}={second}。',
  file_ticks_unnamed:
    '檔案沒有欄位名稱，數字可能是價格及數量，也可能是買價及賣價。請在首行加上 time,price,size 或 time,bid,ask。',
  file_separators:
    '第 {line, number} 行可能以{first, select, comma {逗號} semicolon {分號} tab {定位字元} other {直線}}分隔，也可能以{second, select, comma {逗號} semicolon {分號} tab {定位字元} other {直線}}分隔。請指定：--separator {first} 或 --separator {second}。',
  file_marks: '數字 {text} 可能是 {whole}，也可能是 {fraction}。請指定：--decimal "{other}" 或 --decimal "{mark}"。',
  file_dates: '日期 {text} 可能是 {first}，也可能是 {second}。請指定：--dates dmy 或 --dates mdy。',
  file_dates_mixed: '檔案中的日期有些日在前，有些月在前，例如 {text}。',
  file_times: '沒有一行的時間可以讀取，第一行為「{text}」。',
  file_time_digits:
    '時間 {text} 可能是日期 {date}，也可能是毫秒數（即 {instant}）。請指定：--times text 或 --times ms。',
  file_day_times: '日線的時間不一致，例如 UTC {text}，在 {zone} 並非零時。請指定日線所屬的時區：--zone Europe/London。',
  file_other_code: '檔案中的數據行屬於 {codes}，並非 {code}。請按其代號為檔案命名，或以 --code 指定。',
  file_no_code: '檔案名稱及欄位均未有說明產品。請以 stock-us-AAPL-1d.csv 的形式命名，或以 --code 指定。',
  file_nothing_taken:
    '{rows, number} 行全部未匯入。{line, select, 0 {沒有屬於該產品的數據行} other {第 {line} 行：{reason}}}。',
  import_failed: '匯入失敗，原因請見日誌。',
} as const satisfies Record<ProblemName, string>
