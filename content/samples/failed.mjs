import { ApiError, Client } from '@market-data/client'

const market = new Client({ apiUrl: 'http://localhost:3001', key: 'tw_demo_public' })
try {
  await market.rest.tick({ class: 'stock', code: 'APPL' })
} catch (error) {
  if (!(error instanceof ApiError)) throw error
  console.log(error.kind, error.error, error.message)
}
