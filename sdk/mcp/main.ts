#!/usr/bin/env node
import { createInterface } from 'node:readline'
import { Relay } from './relay.ts'

const { MARKET_DATA_URL: url = '', MARKET_DATA_KEY: key = '', MARKET_DATA_LANG: lang } = process.env

const problems = [
  ...(URL.canParse(url) && /^https?:/.test(url)
    ? []
    : ['Set MARKET_DATA_URL to the address of the gateway, such as https://api.example.com.']),
  ...(key === '' ? ['Set MARKET_DATA_KEY to your API key.'] : []),
]

if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exitCode = 1
} else {
  const say = (message: object) => void process.stdout.write(`${JSON.stringify(message)}\n`)
  const relay = new Relay({ url, key, lang, say })
  const lines = createInterface({ input: process.stdin })
  lines.on('line', (line) => relay.line(line))
}
