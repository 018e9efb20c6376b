import { expect, test } from 'vitest'
import { readTable } from '#test/fixtures/read-table.ts'

const lines = (...all: string[]) => all.join('\n')

const day = '2024-01-02T00:00Z'

test.each<[string, string, Parameters<typeof readTable>[1], string]>([
  [
    'Alpaca',
    lines(
      'symbol,timestamp,open,high,low,close,volume,trade_count,vwap',
      'AAPL,2024-01-02 05:00:00+00:00,10,11,9,10.5,100,7,10.1',
    ),
    {},
    `${day} 10 11 9 10.5 100 0`,
  ],
  [
    'yfinance',
    lines(
      'Date,Open,High,Low,Close,Volume,Dividends,Stock Splits',
      '2024-01-02 00:00:00-05:00,10,11,9,10.5,100,0.0,0.0',
    ),
    {},
    `${day} 10 11 9 10.5 100 0`,
  ],
  [
    'yfinance, names in three lines',
    lines(
      'Price,Close,High,Low,Open,Volume',
      'Ticker,AAPL,AAPL,AAPL,AAPL,AAPL',
      'Date,,,,,',
      '2024-01-02,10.5,11,9,10,100',
    ),
    {},
    `${day} 10 11 9 10.5 100 0`,
  ],
  [
    'Yahoo',
    lines('Date,Open,High,Low,Close,Adj Close,Volume', '2024-01-02,10,11,9,10.5,9.8,100'),
    {},
    `${day} 10 11 9 10.5 100 0`,
  ],
  [
    'Binance without names',
    lines('1704153600000,10,11,9,10.5,100,1704239999999,1050,30,50,525,0'),
    { class: 'crypto' },
    `${day} 10 11 9 10.5 100 1050`,
  ],
  [
    'Binance in microseconds',
    lines(
      'open_time,open,high,low,close,volume,close_time,quote_volume,count',
      '1704153600000000,10,11,9,10.5,100,1704239999999999,1050,30',
    ),
    { class: 'crypto' },
    `${day} 10 11 9 10.5 100 1050`,
  ],
  [
    'Massive',
    lines('ticker,volume,open,close,high,low,window_start,transactions', 'AAPL,100,10,10.5,11,9,1704171600000000000,3'),
    {},
    `${day} 10 11 9 10.5 100 0`,
  ],
  [
    'Polygon, grouped',
    lines('T,v,vw,o,c,h,l,t,n', 'AAPL,100,10.1,10,10.5,11,9,1704171600000,3'),
    {},
    `${day} 10 11 9 10.5 100 0`,
  ],
  [
    'Databento, billionths',
    lines(
      'ts_event,rtype,publisher_id,instrument_id,open,high,low,close,volume,symbol',
      '1704153600000000000,35,2,32,10000000000,11000000000,9000000000,10500000000,100,AAPL',
    ),
    {},
    `${day} 10 11 9 10.5 100 0`,
  ],
  [
    'Databento, decimals',
    lines(
      'ts_event,rtype,publisher_id,instrument_id,open,high,low,close,volume,symbol',
      '2024-01-02T00:00:00.000000000Z,35,2,32,10.000000000,11.000000000,9.000000000,10.500000000,100,AAPL',
    ),
    {},
    `${day} 10 11 9 10.5 100 0`,
  ],
  [
    'Stooq',
    lines(
      '<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>',
      'AAPL.US,D,20240102,000000,10,11,9,10.5,100,0',
    ),
    {},
    `${day} 10 11 9 10.5 100 0`,
  ],
  [
    'Stooq in Polish',
    lines('Data,Otwarcie,Najwyzszy,Najnizszy,Zamkniecie,Wolumen', '2024-01-02,10,11,9,10.5,100'),
    {},
    `${day} 10 11 9 10.5 100 0`,
  ],
  [
    'HistData',
    lines('20240102 000000;10;11;9;10.5;0', '20240102 000100;10;11;9;10.25;0'),
    { class: 'forex', interval: '1m' },
    `${day} 10 11 9 10.5 0 0`,
  ],
  [
    'HistData for MetaTrader',
    lines('2024.01.02,00:00,10,11,9,10.5,0'),
    { class: 'forex', interval: '1m' },
    `${day} 10 11 9 10.5 0 0`,
  ],
  [
    'Dukascopy',
    lines('Gmt time,Open,High,Low,Close,Volume', '02.01.2024 00:00:00.000,10,11,9,10.5,100.5'),
    { class: 'forex', interval: '1m' },
    `${day} 10 11 9 10.5 100.5 0`,
  ],
  [
    'Dukascopy, local',
    lines('Local time,Open,High,Low,Close,Volume', '02.01.2024 01:00:00.000 GMT+0100,10,11,9,10.5,100.5'),
    { class: 'forex', interval: '1m' },
    `${day} 10 11 9 10.5 100.5 0`,
  ],
  [
    'TradingView',
    lines('time,open,high,low,close,Volume', '1704205800,10,11,9,10.5,100', '1704292200,10,11,9,10.5,100'),
    {},
    `${day} 10 11 9 10.5 100 0`,
  ],
  [
    'MetaTrader 5',
    lines(
      '<DATE>\t<TIME>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\t<VOL>\t<SPREAD>',
      '2024.01.02\t00:00:00\t10\t11\t9\t10.5\t77\t0\t3',
    ),
    { class: 'forex', interval: '1h' },
    `${day} 10 11 9 10.5 77 0`,
  ],
  [
    'Nasdaq',
    lines('Date,Close/Last,Volume,Open,High,Low', '01/31/2024,$10.50,100,$10.00,$11.00,$9.00'),
    {},
    '2024-01-31T00:00Z 10 11 9 10.5 100 0',
  ],
  [
    'AKShare',
    lines(
      '日期,开盘,收盘,最高,最低,成交量,成交额,振幅,涨跌幅,涨跌额,换手率',
      '2024-01-02,10,10.5,11,9,100,1050,1,1,1,1',
    ),
    { region: 'CN' },
    `${day} 10 11 9 10.5 100 1050`,
  ],
  [
    'AKShare in English',
    lines('date,open,high,low,close,volume,outstanding_share,turnover', '2024-01-02,10,11,9,10.5,100,5000,0.02'),
    { region: 'CN' },
    `${day} 10 11 9 10.5 100 0`,
  ],
  [
    'a Chinese terminal',
    lines('时间,开盘价,最高价,最低价,收盘价,成交量(手),成交额(万元)', '2024/1/2,10,11,9,10.5,3,0.315'),
    { region: 'CN' },
    `${day} 10 11 9 10.5 300 3150`,
  ],
  [
    'Tushare',
    lines(
      'ts_code,trade_date,open,high,low,close,pre_close,change,pct_chg,vol,amount',
      '000001.SZ,20240102,10,11,9,10.5,10,0.5,5,1234.56,1296.288',
    ),
    { region: 'CN', code: '000001' },
    `${day} 10 11 9 10.5 123456 1296288`,
  ],
  [
    'BaoStock',
    lines(
      'date,time,code,open,high,low,close,volume,amount',
      '2024-01-02,20240102093500000,sz.000001,10,11,9,10.5,100,1050',
    ),
    { region: 'CN', code: null, interval: '5m' },
    '2024-01-02T09:35Z 10 11 9 10.5 100 1050',
  ],
  [
    'pandas with an index',
    lines(',open,high,low,close,volume', '2024-01-02,10,11,9,10.5,100'),
    {},
    `${day} 10 11 9 10.5 100 0`,
  ],
  [
    'CryptoDataDownload',
    lines(
      'https://www.CryptoDataDownload.com',
      'unix,date,symbol,open,high,low,close,Volume BTC,Volume USD',
      '1704153600,2024-01-02 00:00:00,BTC/USD,10,11,9,10.5,100,1050',
    ),
    { class: 'crypto', code: 'BTCUSD' },
    `${day} 10 11 9 10.5 0 1050`,
  ],
  [
    'no volume',
    lines('time,open,high,low,close', '2024-01-02,10,11,9,10.5'),
    { class: 'forex' },
    `${day} 10 11 9 10.5 0 0`,
  ],
  [
    'positions',
    lines('x;y;2024-01-02;10;11;9;10.5'),
    { map: 'time=#3,open=#4,high=#5,low=#6,close=#7' },
    `${day} 10 11 9 10.5 0 0`,
  ],
])('bars in the file format "%s" are read', (_, text, asked, first) => {
  const { problem, rows, refused } = readTable(text, asked)
  expect({ problem, refused, first: rows[0] }).toEqual({ problem: null, refused: [], first })
})

test.each<[string, string, string]>([
  ['Binance', lines('12345,42000.5,0.25,10500.125,1704153600123,True,True'), '2024-01-02T00:00:00.123Z 42000.5 0.25 1'],
  [
    'Binance with names',
    lines('id,price,qty,quote_qty,time,is_buyer_maker', '1,42000.5,0.25,10500.125,1704153600123,false'),
    '2024-01-02T00:00:00.123Z 42000.5 0.25 2',
  ],
  [
    'Databento',
    lines(
      'ts_recv,ts_event,rtype,publisher_id,instrument_id,action,side,depth,price,size,symbol',
      '1704153600123456789,1704153600123000000,0,2,32,T,B,0,10500000000,5,AAPL',
    ),
    '2024-01-02T00:00:00.123Z 10.5 5 2',
  ],
  [
    'Massive',
    lines(
      'ticker,conditions,participant_timestamp,price,sequence_number,sip_timestamp,size',
      'AAPL,"12,37",1704153600000000000,10.5,1,1704153600123000000,5',
    ),
    '2024-01-02T00:00:00.123Z 10.5 5 0',
  ],
  [
    'Massive quotes',
    lines(
      'ticker,ask_exchange,ask_price,ask_size,bid_exchange,bid_price,bid_size,sip_timestamp',
      'AAPL,1,10.6,5,1,10.5,4,1704153600123000000',
    ),
    '2024-01-02T00:00:00.123Z 10.5 10.6',
  ],
  ['HistData', lines('20240102 000000123,10.5,10.6,0'), '2024-01-02T00:00:00.123Z 10.5 10.6'],
  [
    'Dukascopy',
    lines('Time (UTC),Ask,Bid,AskVolume,BidVolume ', '2024.01.02 00:00:00.123,10.6,10.5,0.75,1.5'),
    '2024-01-02T00:00:00.123Z 10.5 10.6',
  ],
  [
    'AKShare',
    lines('时间,成交价,成交量,性质', '2024-01-02 00:00:00.123,10.5,5,买盘'),
    '2024-01-02T00:00:00.123Z 10.5 5 2',
  ],
  [
    'our own, with a side',
    lines('time,price,size,side', '2024-01-02T00:00:00.123Z,10.5,5,sell'),
    '2024-01-02T00:00:00.123Z 10.5 5 1',
  ],
])('ticks in the file format "%s" are read', (_, text, first) => {
  const { problem, rows, refused } = readTable(text, { kind: 'ticks' })
  expect({ problem, refused, first: rows[0] }).toEqual({ problem: null, refused: [], first })
})

const head = 'time;open;high;low;close;volume'

test.each<[string, string, Parameters<typeof readTable>[1], string]>([
  ['a semicolon', lines(head, '2024-01-02;10;11;9;10.5;100'), {}, `${day} 10 11 9 10.5 100 0`],
  ['a decimal comma', lines(head, '2024-01-02;10;11;9;10,5;100'), {}, `${day} 10 11 9 10.5 100 0`],
  ['a decimal comma without names', lines('2024-01-02;10,2;11,2;9,2;10,5;100'), {}, `${day} 10.2 11.2 9.2 10.5 100 0`],
  [
    'groups of points',
    lines(head, '2024-01-02;1.010,5;1.011,5;1.009,5;1.010,5;1.234.567'),
    {},
    `${day} 1010.5 1011.5 1009.5 1010.5 1234567 0`,
  ],
  [
    'groups of commas in quotes',
    lines('time,open,high,low,close,volume', '2024-01-02,10.25,11,9,10.5,"1,234,567"'),
    {},
    `${day} 10.25 11 9 10.5 1234567 0`,
  ],
  ['groups of blanks', lines(head, '2024-01-02;10;11;9;10,5;1 234 567'), {}, `${day} 10 11 9 10.5 1234567 0`],
  [
    'groups of narrow blanks',
    lines(head, '2024-01-02;10;11;9;10,5;1\u202f234\u202f567'),
    {},
    `${day} 10 11 9 10.5 1234567 0`,
  ],
  ['groups of apostrophes', lines(head, "2024-01-02;10;11;9;10.5;1'234'567"), {}, `${day} 10 11 9 10.5 1234567 0`],
  [
    'three decimals beside long numbers',
    lines(head, '2024-01-02;150.123;150.125;150.121;150.124;1234567'),
    {},
    `${day} 150.123 150.125 150.121 150.124 1234567 0`,
  ],
  [
    'a decimal mark that an option sets',
    lines(head, '2024-01-02;1,234;1,235;1,233;1,234;5'),
    { decimal: ',' },
    `${day} 1.234 1.235 1.233 1.234 5 0`,
  ],
  [
    'a day above twelve',
    lines(head, '01/02/2024;10;11;9;10.5;1', '13/02/2024;10;11;9;10.5;1'),
    {},
    '2024-02-01T00:00Z 10 11 9 10.5 1 0',
  ],
  [
    'a date order that an option sets',
    lines(head, '01/02/2024;10;11;9;10.5;1'),
    { dates: 'mdy' },
    `${day} 10 11 9 10.5 1 0`,
  ],
  ['names of months', lines(head, '2 Jan 2024;10;11;9;10.5;1'), {}, `${day} 10 11 9 10.5 1 0`],
  [
    'times with AM and PM',
    lines('time;open;high;low;close', '2024-01-02 02:30 PM;10;11;9;10.5'),
    { interval: '1m' },
    '2024-01-02T14:30Z 10 11 9 10.5 0 0',
  ],
  [
    'a time zone that an option sets',
    lines('time;open;high;low;close', '2024-07-02 09:30;10;11;9;10.5'),
    { interval: '1m', zone: 'America/New_York' },
    '2024-07-02T13:30Z 10 11 9 10.5 0 0',
  ],
  [
    'times of fourteen digits',
    lines('time,open,high,low,close', '20240102093000,10,11,9,10.5'),
    { interval: '1m' },
    '2024-01-02T09:30Z 10 11 9 10.5 0 0',
  ],
])('an imported file with %s is read', (_, text, asked, first) => {
  const { problem, rows, refused } = readTable(text, asked)
  expect({ problem, refused, first: rows[0] }).toEqual({ problem: null, refused: [], first })
})

const minutes = (from: string) =>
  Array.from({ length: 60 }, (_, at) => {
    const time = new Date(Date.parse(from) + at * 60_000).toISOString().slice(0, 19).replace('T', ' ')
    return `${time},10,11,9,10.5,1`
  })

test.each([
  ['in the session of New York', '2024-01-02T09:30:00Z', 'America/New_York', '2024-01-02T14:30Z'],
  ['in the session by UTC', '2024-01-02T15:30:00Z', 'UTC', '2024-01-02T15:30Z'],
])('times without a zone that lie %s (from %s) are read in the zone %s', (_, from, zone, first) => {
  const { dialect, rows } = readTable(lines('time,open,high,low,close,volume', ...minutes(from)), { interval: '1m' })
  expect(dialect?.zone).toBe(zone)
  expect(rows[0]).toContain(first)
})

test.each<[string, string, Parameters<typeof readTable>[1], string]>([
  ['1,234 can be two numbers', lines(head, '2024-01-02;1,234;1,235;1,233;1,234;5'), {}, 'file_marks'],
  ['01/02/2024 can be two dates', lines(head, '01/02/2024;10;11;9;10.5;1'), {}, 'file_dates'],
  [
    'the order of day and month changes',
    lines(head, '13/02/2024;1;1;1;1;1', '02/13/2024;1;1;1;1;1'),
    {},
    'file_dates_mixed',
  ],
  [
    '202401020930 can be two times',
    lines('time,open,high,low,close', '202401020930,1,1,1,1'),
    { interval: '1m' },
    'file_time_digits',
  ],
  [
    'days begin at different times',
    lines('time,open,high,low,close', '2024-01-02T05:00:00Z,1,1,1,1', '2024-01-03T06:00:00Z,1,1,1,1'),
    {},
    'file_day_times',
  ],
  [
    'days of currencies begin in the evening',
    lines('time,open,high,low,close', '2024-01-02T22:00:00Z,1,1,1,1'),
    { class: 'forex' },
    'file_day_times',
  ],
  [
    'two columns have one name',
    lines('time,open,high,low,close,close', '2024-01-02,1,1,1,1,1'),
    {},
    'file_column_twice',
  ],
  [
    'two columns could be the volume',
    lines('time,open,high,low,close,volume,total_volume', '2024-01-02,1,1,1,1,1,2'),
    {},
    'file_columns_two',
  ],
  ['a column is missing', lines('time,open,high,low', '2024-01-02,1,1,1'), {}, 'file_columns_missing'],
  ['its column names are unknown', lines('a;b;c;d;e', 'f;g;h;i;j'), {}, 'file_names_unknown'],
  ['rows have seven cells and no column names', lines('2024-01-02,10,11,9,10.5,100,7'), {}, 'file_columns_unnamed'],
  [
    'two similar numbers have no column names',
    lines('2024-01-02T00:00:00Z,10,10.1', '2024-01-02T00:00:01Z,10,10.1'),
    { kind: 'ticks' },
    'file_ticks_unnamed',
  ],
  ['it has only the column names', 'time,open,high,low,close,volume', {}, 'file_no_rows'],
  ['it is prose', 'Dear reader,\nthis is no table.', {}, 'file_no_table'],
  [
    'the rows are of another code',
    lines('ticker,time,open,high,low,close', 'MSFT,2024-01-02,1,1,1,1'),
    {},
    'file_other_code',
  ],
  ['no time can be read', lines('time,open,high,low,close', 'yesterday,1,1,1,1'), {}, 'file_times'],
])('an imported file is refused when %s', (_, text, asked, problem) => {
  expect(readTable(text, asked).problem).toBe(problem)
})

test('a row that differs from the rest of its imported file is refused with its line number', () => {
  const text = lines(
    head,
    '2024-01-02;10,5;11;9;10,5;1.000',
    '2024-01-03;10.5;11;9;10;1.000',
    '2024-01-04;10,5;11;9;10,5;1.00',
    '2024-01-05;10,5;11;9;10,5',
    '2024-01-08;10,5;11;9;10,5;1.000;',
    '2024-01-09;10,5;11;9;10,5;9007199254740993',
  )
  expect(readTable(text)).toMatchObject({
    rows: [`${day} 10.5 11 9 10.5 1000 0`],
    refused: [
      { line: 3, reason: 'not_a_number' },
      { line: 4, reason: 'not_a_number' },
      { line: 5, reason: 'missing_column' },
      { line: 6, reason: 'extra_column' },
      { line: 7, reason: 'not_exact' },
    ],
  })
})

test.each([
  ['America/New_York', '2024-03-10 01:59', '2024-03-10 02:30', '2024-11-03 01:30'],
  ['Europe/Berlin', '2024-03-31 01:59', '2024-03-31 02:30', '2024-10-27 02:30'],
  ['Australia/Lord_Howe', '2024-10-06 01:59', '2024-10-06 02:15', '2024-04-07 01:45'],
])('times that a clock change in %s skips or repeats are refused', (zone, ...times) => {
  const text = lines('time;open;high;low;close', ...times.map((time) => `${time};10;11;9;10`))
  const { rows, refused } = readTable(text, { class: 'crypto', interval: '1m', zone })
  expect(rows).toHaveLength(1)
  expect(refused).toEqual([
    { line: 3, reason: 'invalid_time' },
    { line: 4, reason: 'invalid_time' },
  ])
})

test('daily bars before 1970 with a local time of day are read', () => {
  const times = ['1969-12-30 16:00', '1969-12-31 16:00', '1970-01-02 16:00']
  const text = lines('time;open;high;low;close', ...times.map((time) => `${time};10;11;9;10`))
  const { rows, refused } = readTable(text, { class: 'stock', interval: '1d' })
  expect(refused).toEqual([])
  expect(rows.map((row) => row.slice(0, 17))).toEqual(['1969-12-30T00:00Z', '1969-12-31T00:00Z', '1970-01-02T00:00Z'])
})
