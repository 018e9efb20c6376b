const sleep = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000))

export async function paced(url, key, tries = 4) {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(url, { headers: { token: key } })
    const left = Number(answer.headers.get('x-ratelimit-remaining'))
    const reset = Number(answer.headers.get('x-ratelimit-reset'))
    if (answer.status === 429 && attempt < tries) {
      await sleep(Number(answer.headers.get('retry-after') ?? reset))
      continue
    }
    if (left === 0) await sleep(reset)
    return answer.json()
  }
}

const quote = await paced('http://localhost:3001/crypto/quote?region=BA&code=BTCUSD', 'tw_demo_public')
console.log(quote.data.ld)
