/** The instrument whose chart the home page shows, and its ticker in the chart. */
export const pictured = 'BTCUSD'
export const picturedTicker = 'CCC:BTCUSD'
