const last = new Map()
let wait = 1

function connect() {
  const socket = new WebSocket('ws://localhost:3001/stream?events=1')
  const send = (message) => socket.send(JSON.stringify(message))

  socket.onopen = () => send({ ac: 'auth', params: 'tw_demo_public' })
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data)
    if (message.resAc === 'auth' && message.code === 1) {
      wait = 1
      const since = Object.fromEntries(last)
      send({ ac: 'subscribe', params: 'crypto:BTCUSD$BA', types: 'tick', since })
    }
    if (message.type === 'gap') {
      last.set(message.s, message.to)
      console.log('missing', message.from, message.to, message.rest)
    }
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
