import type { Messages } from './messages.ts'
import chart from './zh-HK/chart.ts'
import contact from './zh-HK/contact.ts'
import error from './zh-HK/error.ts'
import frame from './zh-HK/frame.ts'
import home from './zh-HK/home.ts'
import notfound from './zh-HK/notfound.ts'
import plans from './zh-HK/plans.ts'
import pricing from './zh-HK/pricing.ts'
import products from './zh-HK/products.ts'

const zhHK: Messages = { chart, contact, error, frame, home, notfound, plans, pricing, products }

export default zhHK
