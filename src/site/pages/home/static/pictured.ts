/** The instrument whose chart the home page shows, and what the chart calls it. */
export const pictured = 'BTCUSD'
export const picturedTicker = 'CCC:BTCUSD'
