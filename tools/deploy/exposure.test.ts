import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { exposures } from './exposure.ts'

const read = (path: string) => readFileSync(path, 'utf8')

test('the exposure check finds no fault in the files of deploy', () => {
  expect(exposures(read)).toEqual([])
})

test.each([
  ['deploy/compose.yaml', '"127.0.0.1:3000:3000"', '"3000:3000"', 'tapewire is published on all addresses'],
  ['docs/deploying.md', '-p 127.0.0.1:3001:3001', '-p 3001:3001', 'docs/deploying.md is published on all addresses'],
  ['deploy/compose.yaml', 'MODE: sandbox', 'MODE: live', 'site of compose.yaml may start in live'],
  [
    'deploy/compose.live.yaml',
    'STORE_PASSWORD:?}@clickhouse',
    'STORE_PASSWORD:-x}@clickhouse',
    'has a default password',
  ],
  ['deploy/compose.live.yaml', 'POSTGRES_PASSWORD:', 'POSTGRES_USER:', 'postgres of compose.live.yaml has a default'],
  ['deploy/compose.yaml', /--requirepass.*\n.*\n/, ']\n', 'valkey of compose.yaml has no password'],
  [
    'deploy/compose.yaml',
    'TRUSTED_PROXIES: 172.31.87.2',
    'TRUSTED_PROXIES: 172.31.87.0/24',
    'trusts more than the proxy',
  ],
  ['deploy/nginx/tapewire.conf', 'return 444;', 'return 308 https://$host;', 'nginx answers unknown hosts on port 443'],
  ['deploy/nginx/tapewire.conf', 'listen 80 default_server;', 'listen 80;', 'nginx answers unknown hosts on port 80'],
  ['deploy/caddy/Caddyfile', 'http://, https:// {', 'https:// {', 'Caddyfile answers unknown hosts at http://'],
  [
    'deploy/caddy/compose.Caddyfile',
    'http://localhost:3000, ',
    'http://:3000, ',
    'answers unknown hosts at http://:3000',
  ],
  ['deploy/caddy/compose.live.Caddyfile', '\tabort', '\trespond ok', 'compose.live.Caddyfile answers unknown hosts'],
  ['deploy/kubernetes/kustomization.yaml', '  - network.yaml\n', '', 'no NetworkPolicy closes them'],
  ['deploy/kubernetes/configuration.yaml', '10.0.0.5,10.0.0.6', '10.0.0.0/8', 'TRUSTED_PROXIES trusts a network'],
  ['deploy/kubernetes/network.yaml', '10.0.0.6/32', '10.0.0.0/8', 'the policy lets 10.0.0.0/8 in, which is no proxy'],
  ['deploy/kubernetes/network.yaml', /- from:\n.*\n.*monitoring.*\n.*ports/, '- ports', 'lets everybody in'],
  ['deploy/kubernetes/gateway.yaml', 'tapewire-stores', 'tapewire-mail', 'the pods of gateway get SMTP_URL'],
  ['deploy/kubernetes/site.yaml', 'tapewire-stores', 'tapewire-payments', 'the pods of site get TRC20_RPC_URLS'],
  [
    'deploy/compose.live.yaml',
    '  gateway:\n    environment: *live',
    '  gateway:\n    environment: { SMTP_URL: x }',
    'gateway of compose.live.yaml gets SMTP_URL',
  ],
  [
    'deploy/compose.live.yaml',
    /(?<= {2}gateway:\n.*\n.*\n.*)all\.env/,
    'mail.env',
    'gateway of compose.live.yaml reads mail.env',
  ],
  ['deploy/Dockerfile', /node:[\d.]+-/, 'node:24-', 'node:24-trixie-slim may be another image tomorrow'],
  ['deploy/Dockerfile', 'trixie-20261005-slim', 'trixie-slim', 'debian:trixie-slim may be another image tomorrow'],
  ['deploy/compose.yaml', /caddy:[\d.]+/, 'caddy:2', 'caddy:2 may be another image tomorrow'],
  ['deploy/compose.yaml', /postgres:[\d.]+\n/, 'postgres:18\n', 'postgres:18 may be another image tomorrow'],
  ['deploy/compose.live.yaml', 'prometheus:v3.5.0', 'prometheus:latest', 'prometheus:latest may be another image'],
  ['deploy/compose.live.yaml', '"127.0.0.1:9090:9090"', '"9090:9090"', 'prometheus is published on all addresses'],
  ['deploy/kubernetes/kustomization.yaml', 'newTag: 0.1.0', 'newTag: latest', 'tapewire:latest may be another image'],
] as const)('the exposure check finds the fault in %s when %j is replaced', (path, text, fault, sentence) => {
  const changed = read(path).replace(text, fault)
  expect(changed).not.toBe(read(path))
  const found = exposures((other) => (other === path ? changed : read(other)))
  expect(found.join('\n')).toContain(sentence)
})
