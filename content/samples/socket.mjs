const socket = new WebSocket('ws://localhost:3001/crypto')
const send = (message) => socket.send(JSON.stringify(message))

socket.onopen = () => send({ ac: 'auth', params: 'tw_demo_public' })
socket.onmessage = ({ data }) => {
  const message = JSON.parse(data)
  if (message.resAc === 'auth') {
    send({ ac: 'subscribe', params: 'BTCUSD$BA', types: 'tick,quote' })
  }
  console.log(message)
}
setInterval(() => send({ ac: 'ping', params: String(Date.now()) }), 20_000)
