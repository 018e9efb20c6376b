/** Writes `.env.example` from the settings that the product understands. */
import { writeFileSync } from 'node:fs'
import { envExample } from '../src/roles/config.ts'

writeFileSync('.env.example', envExample())
