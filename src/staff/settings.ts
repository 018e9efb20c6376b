import { parseMicro } from '#src/contract/money.ts'
import { settingsGroup } from '#src/platform/setting.ts'
import { email, link, networks, text, textThat } from '#src/platform/setting-schemas.ts'

const signingSecret = textThat(
  (text) => {
    const key = /^whsec_([A-Za-z0-9+/]+=*)$/.exec(text)?.[1] ?? ''
    const bytes = Buffer.from(key, 'base64').length
    return bytes >= 24 && bytes <= 64
  },
  () => 'must be "whsec_" and the base64 of 24 to 64 bytes.',
)

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
    doc: 'what one of the staff may give alone, and a customer may get, in a UTC day: credit, refunds, plans at list price; above it a second owner agrees, or it waits 24 hours',
    schema: text
      .refine((amount) => parseMicro(amount) !== null, 'must be an amount in USDT such as 500.')
      .transform((amount) => parseMicro(amount) ?? 0n),
    default: '500',
  },
})

export const alertSettings = settingsGroup(
  'Payment alerts',
  {
    email: {
      env: 'ALERT_EMAIL',
      doc: 'who is told about incidents of payments and processes; empty: SUPPORT_EMAIL, where one is set',
      schema: email,
      // The default address belongs to nobody, so a live installation must set an address to get alerts by mail.
      default: (textOf) => {
        const support = textOf('SUPPORT_EMAIL')
        return textOf('MODE') === 'live' && support.endsWith('@example.com') ? null : support
      },
    },
    webhookUrl: {
      env: 'ALERT_WEBHOOK_URL',
      doc: 'where incidents are posted as signed JSON; empty: nowhere',
      schema: link,
      secret: true,
    },
    webhookSecret: {
      env: 'ALERT_WEBHOOK_SECRET',
      doc: 'its signing secret, "whsec_" and the base64 of 24 to 64 bytes',
      schema: signingSecret,
      secret: true,
    },
  },
  ({ webhookUrl, webhookSecret }) =>
    (webhookUrl === null) === (webhookSecret === null)
      ? []
      : ['ALERT_WEBHOOK_URL and ALERT_WEBHOOK_SECRET belong together. Set both, or none.'],
)
