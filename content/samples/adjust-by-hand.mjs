const factors = [
  { until: '2014-06-06', price: 0.9011818, split: 1 / 28 },
  { until: '2014-08-06', price: 0.9011818, split: 1 / 4 },
  { until: '2020-08-28', price: 0.9967882, split: 1 / 4 },
  { until: '2020-11-05', price: 0.9967882, split: 1 },
  { until: '9999-12-31', price: 1, split: 1 },
]
const close = {
  '2014-06-06': 645.57,
  '2014-06-09': 93.7,
  '2020-08-28': 499.23,
  '2020-08-31': 129.04,
  '2021-03-31': 122.15,
}

const on = (date) => factors.find((row) => date <= row.until)
const terms = {
  none: (date) => close[date],
  split: (date) => close[date] * on(date).split,
  all: (date) => close[date] * on(date).split * on(date).price,
}
const change = (from, to, price) => `${((price(to) / price(from) - 1) * 100).toFixed(2)} %`

for (const [adjust, price] of Object.entries(terms)) {
  console.log(
    adjust.padEnd(6),
    change('2014-06-06', '2014-06-09', price).padStart(9),
    change('2020-08-28', '2020-08-31', price).padStart(9),
    change('2014-06-09', '2021-03-31', price).padStart(9),
  )
}
