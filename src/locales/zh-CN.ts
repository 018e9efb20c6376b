import type { Messages } from './messages.ts'
import chart from './zh-CN/chart.ts'
import contact from './zh-CN/contact.ts'
import error from './zh-CN/error.ts'
import frame from './zh-CN/frame.ts'
import home from './zh-CN/home.ts'
import notfound from './zh-CN/notfound.ts'
import plans from './zh-CN/plans.ts'
import pricing from './zh-CN/pricing.ts'
import products from './zh-CN/products.ts'

const zhCN: Messages = { chart, contact, error, frame, home, notfound, plans, pricing, products }

export default zhCN
