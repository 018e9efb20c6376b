/** Texts of the MCP server for people and their assistants, besides the refusals of REST. */
const mcp = {
  advice: {
    codes: 'Similar codes: {codes}.',
    search: 'Look the code up with the tool `symbols`.',
    wait: 'Wait {seconds, plural, one {# second} other {# seconds}} before the next call. `klines` and `quotes` take up to 100 codes in one call; `limits` says what is left.',
    plan: 'The tool `limits` lists what this key may read. Plans: {url}',
    ended: 'The owner of the key renews it at {url}',
    key: 'The key stands in the settings of the MCP client, in the header `token`. Its owner finds it at {url}',
    parameters: 'The tool {tool} takes: {names}.',
    fault:
      'Nothing is wrong with the call. Repeat it in a few seconds; if it fails again, tell support the request id {requestId}.',
    unreadable: 'The documentation did not answer. Read it at {url}',
  },
  prompts: {
    overview: {
      title: 'One instrument at a glance',
      description: 'Price, day, range of the year and trend of an instrument.',
      text: 'Give me a short overview of {code}. Find it with `symbols` if its class is not clear. Read `quote` and `kline` with interval 1d and 260 bars, then state: the last price with its time, the change on the day in percent, high and low of the year, the change over one week, one month and one year, and what stands out. State the delay if there is one. Calculate from the figures that you read, and quote none that you did not read.',
    },
    compare: {
      title: 'Compare instruments',
      description: 'Returns and risk of several instruments over the same days.',
      text: 'Compare {codes} over the last {days} trading days. Read daily bars with one `klines` call for each class, with adjust=all for stocks and funds. For each one calculate the total return, the annualised volatility of daily returns and the greatest fall from a high, over the days that all of them have. Show a table, then say in three sentences what differs. Name codes that had no data, with the reason.',
    },
    market: {
      title: 'State of a market',
      description: 'Whether it is open, and what moves.',
      text: 'Report the state of the market {region} for {class}. Read `marketStatus`, and `movers` by gainers, losers and active. Say whether it is open and what comes next, in its own time zone, then list the five greatest moves of each kind with price and percent. Say so where a list is outside the plan.',
    },
    history: {
      title: 'Download a history',
      description: 'All bars of a span, page by page, as a CSV file.',
      text: 'Collect the {interval} bars of {code} from {from} to {to} and write them to a CSV file. Call `kline` with limit 5000 and follow `nextCursor` until there is none, within the limit of requests. Write t as ISO 8601 in UTC. Leave out a last bar with final=false. Then state the number of rows, the first and the last time, and any gap against the trading calendar (`holidays`).',
    },
  },
  arguments: {
    code: 'code, such as AAPL, 700 or BTCUSD',
    codes: 'codes, separated by commas',
    days: 'trading days, such as 250',
    class: 'stock, forex, indices, crypto, future or fund',
    region: 'country, such as US or HK',
    interval: 'interval of the bars, such as 1m, 1h or 1d',
    from: 'first day, such as 2025-01-01',
    to: 'last day',
  },
  chart: { title: 'Chart of the bars' },
} as const

export default mcp
