import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const key = Buffer.from((process.env.WEBHOOK_SECRET ?? 'whsec_').slice('whsec_'.length), 'base64')

function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature = '' } = headers
  if (!(Math.abs(Date.now() / 1000 - Number(time)) < 300)) return false
  const wanted = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest()
  return signature.split(' ').some((one) => {
    const given = Buffer.from(one.replace('v1,', ''), 'base64')
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  })
}

const server = createServer(async (request, response) => {
  let body = ''
  for await (const part of request.setEncoding('utf8')) body += part
  if (!isGenuine(request.headers, body)) return response.writeHead(400).end()
  response.writeHead(204).end()
  const { type, data } = JSON.parse(body)
  console.log(type, data.alert?.symbol ?? '', data.alert?.price ?? '')
})
server.listen(process.env.PORT ?? 4000, () => console.log('waiting on port', server.address().port))
