import { useTranslations } from 'use-intl'
import type { CustomerKey, CustomerSocket } from '#src/contract/operator/customers/customers.ts'
import { Moment } from '../../../ui/time/moment.tsx'
import { ActLink } from '../../acts/act.tsx'
import { Panel } from '../../parts/frame/panel.tsx'
import type { Reader } from '../../shell/console-page.tsx'

type SocketsPanelProps = { sockets: readonly CustomerSocket[]; keys: readonly CustomerKey[]; reader: Reader }

export function SocketsPanel({ sockets, keys, reader: { may } }: SocketsPanelProps) {
  const t = useTranslations('operatorCustomers.sockets')
  const maskOf = (keyId: string) => keys.find(({ id }) => id === keyId)?.key ?? '–'
  return (
    <Panel title={t('title')} aside={String(sockets.length)} flush>
      {sockets.length === 0 ? (
        <p className="panel-body text-muted">{t('none')}</p>
      ) : (
        <ul className="ruled panel-rows">
          {sockets.map(({ id, keyId, path, address, userAgent, connectedAt, subscriptions }) => (
            <li key={id}>
              <div>
                <p>
                  <b className="num">{path}</b> {t('products', { count: subscriptions })}
                </p>
                <p className="row-note num">
                  {address} · <Moment at={connectedAt} /> · {maskOf(keyId)}
                </p>
                <p className="row-note">{userAgent || t('unnamed')}</p>
              </div>
              {may('customer.disconnect') && (
                <ActLink
                  act="disconnect"
                  on={id}
                  className="btn btn-outline btn-dense"
                  label={t('disconnectOf', { path, address })}
                >
                  {t('disconnect')}
                </ActLink>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
