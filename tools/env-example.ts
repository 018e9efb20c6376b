/** Writes `.env.example` from the product's settings. */
import { writeFileSync } from 'node:fs'
import { envExample } from '../src/roles/config.ts'

writeFileSync('.env.example', envExample())
