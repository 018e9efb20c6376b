import chart from './en-US/chart.ts'
import contact from './en-US/contact.ts'
import error from './en-US/error.ts'
import frame from './en-US/frame.ts'
import home from './en-US/home.ts'
import notfound from './en-US/notfound.ts'
import plans from './en-US/plans.ts'
import pricing from './en-US/pricing.ts'
import products from './en-US/products.ts'

const enUS = { chart, contact, error, frame, home, notfound, plans, pricing, products } as const

export default enUS
