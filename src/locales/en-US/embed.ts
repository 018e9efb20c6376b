/** Texts of the charts that articles, guides and the home page embed. */
const embed = {
  open: 'O',
  high: 'H',
  low: 'L',
  close: 'C',
  live: 'live',
  resting: 'not streaming now',
  openChart: 'Open the chart',
  label: '{code}, live chart',
} as const

export default embed
