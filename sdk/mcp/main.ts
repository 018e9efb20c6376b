#!/usr/bin/env node
import { createInterface } from 'node:readline'
import { Relay } from './relay.ts'

const { TAPEWIRE_URL: url = '', TAPEWIRE_KEY: key = '', TAPEWIRE_LANG: lang } = process.env

const problems = [
  ...(URL.canParse(url) ? [] : ['Set TAPEWIRE_URL to the address of the gateway, such as https://api.example.com.']),
  ...(key === '' ? ['Set TAPEWIRE_KEY to your API key.'] : []),
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
