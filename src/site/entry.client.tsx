import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

const page = () => hydrateRoot(document, <HydratedRouter />)

try {
  // The router throws a promise while it reads the data of the page, which stays as the server sent it until then.
  try {
    page()
  } catch (reading) {
    if (!(reading instanceof Promise)) throw reading
    await reading
    page()
  }
} catch (error) {
  console.error('Error while mounting app', error)
  throw error
}
