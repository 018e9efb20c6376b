const last = new Map()
let wait = 1

function connect() {
  const socket = new WebSocket('ws://localhost:3001/stream?events=1')
  const send = (message) => socket.send(JSON.stringify(message))

  socket.onopen = () => send({ ac: 'auth', params: 'tw_demo_public' })
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data)
    if (message.resAc === 'auth') {
      wait = 1
      send({ ac: 'subscribe', params: 'crypto:BTCUSD$BA', types: 'tick' })
      if (last.size > 0) send({ ac: 'resume', params: Object.fromEntries(last) })
    }
    if (message.type === 'gap') console.log('missing', message.from, message.to, message.rest)
    if (message.data?.type === 'tick') {
      last.set('crypto:BTCUSD$BA:tick', message.data.seq)
      console.log(message.data.seq, message.data.ld)
    }
  }
  socket.onclose = () => {
    setTimeout(connect, wait * 1000 * (0.5 + Math.random()))
    wait = Math.min(wait * 2, 30)
  }
}

connect()
