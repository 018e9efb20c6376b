import { Tapewire, TapewireError } from '@tapewire/client'

const tapewire = new Tapewire({ apiUrl: 'http://localhost:3001', key: 'tw_demo_public' })
try {
  await tapewire.rest.tick({ class: 'stock', code: 'APPL' })
} catch (error) {
  if (!(error instanceof TapewireError)) throw error
  console.log(error.kind, error.error, error.message)
}
