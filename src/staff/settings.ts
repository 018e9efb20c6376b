import { parseMicro } from '#src/contract/money.ts'
import { settingsGroup } from '#src/platform/setting.ts'
import { networks, text } from '#src/platform/setting-schemas.ts'

export const consoleSettings = settingsGroup('Operator console', {
  host: {
    env: 'OPERATOR_HOST',
    doc: 'host name that alone serves the console, such as ops.example.com; empty: the host of PUBLIC_URL',
    schema: text.refine((name) => /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(name), 'must be a host name in lower case.'),
  },
  networks: {
    env: 'OPERATOR_NETWORKS',
    doc: 'addresses or networks from which alone the console is reached, separated by commas; empty: anywhere',
    schema: networks,
    default: () => [],
  },
  /** In micro-USDT. */
  approvalFrom: {
    env: 'OPERATOR_APPROVAL_USDT',
    doc: 'credit, refunds and write-offs above this need a second owner, where there is one',
    schema: text
      .refine((amount) => parseMicro(amount) !== null, 'must be an amount in USDT such as 500.')
      .transform((amount) => parseMicro(amount) ?? 0n),
    default: '500',
  },
})
