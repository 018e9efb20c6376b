import { useTranslations } from 'use-intl'
import type { NetworkReport } from '#src/contract/operator/money/networks.ts'
import { grouped } from '../../../ui/grouped.ts'
import { Act, ActField, ActLink } from '../../acts/act.tsx'
import { Facts, Panel } from '../../parts/frame/panel.tsx'
import { PanelOf } from '../../parts/frame/panel-of.tsx'
import type { Reader } from '../../shell/console-page.tsx'
import type { DataOf } from '../loaded/money-data.server.ts'
import { AlertsPanel } from './alerts-panel.tsx'
import { NetworkCard } from './network-card.tsx'

export function NetworksView({
  page: { networks, alerts, now },
  reader,
}: {
  page: DataOf<'networks'>
  reader: Reader
}) {
  const t = useTranslations('operatorMoney')
  return (
    <div className="stack at-start network-pairs">
      <PanelOf title={t('tabs.networks')} read={networks}>
        {(known) =>
          known.map((network) => (
            <div key={network.code} className="stack">
              <NetworkCard network={network} now={now} />
              <Operation network={network} reader={reader} />
              <NetworkActs network={network} />
            </div>
          ))
        }
      </PanelOf>
      <PanelOf title={t('alerts.title')} read={alerts}>
        {(known) => <AlertsPanel alerts={known} />}
      </PanelOf>
    </div>
  )
}

function Operation({ network, reader: { may } }: { network: NetworkReport; reader: Reader }) {
  const t = useTranslations('operatorMoney.networks')
  const { code, chainId, final, firstBlock, key, newKey, paused } = network
  return (
    <Panel
      title={t('operate', { code })}
      foot={
        <>
          {may(paused ? 'network.resume' : 'network.pause') && (
            <ActLink act={paused ? 'resume' : 'pause'} on={code}>
              {t(paused ? 'resume.open' : 'pause.open')}
            </ActLink>
          )}
          {may('payment.rejudge') && (
            <ActLink act="rejudge" on={code}>
              {t('rejudge.open')}
            </ActLink>
          )}
          {may('network.rewind') && (
            <ActLink act="rewind" on={code}>
              {t('rewind.open')}
            </ActLink>
          )}
          {newKey !== null && may('network.accept_xpub') && (
            <ActLink act="accept" on={code} className="btn btn-accent">
              {t('accept.open')}
            </ActLink>
          )}
        </>
      }
      flush
    >
      <Facts
        facts={[
          { key: 'chain', name: t('chainId'), value: <span className="num">{chainId}</span> },
          { key: 'final', name: t('final'), value: <span className="num">{grouped(final)}</span> },
          {
            key: 'first',
            name: t('firstBlock'),
            value: <span className="num">{firstBlock === null ? '–' : grouped(firstBlock)}</span>,
          },
          { key: 'key', name: t('key'), value: <code className="num">{key ?? '–'}</code> },
          ...(newKey === null
            ? []
            : [{ key: 'newKey', name: t('newKey'), value: <code className="num">{newKey}</code> }]),
        ]}
      />
    </Panel>
  )
}

function NetworkActs({ network }: { network: NetworkReport }) {
  const t = useTranslations('operatorMoney.networks')
  const all = useTranslations('operatorMoney')
  const { code, firstBlock, cursor, key, newKey } = network
  return (
    <>
      <Act
        on={code}
        name="pause"
        title={t('pause.title', { code })}
        effects={[t('pause.sells'), t('pause.watches')]}
        submit={t('pause.submit')}
        danger
      >
        <ActField label={t('pause.reason')} name="reason" maxLength={500} autoComplete="off" />
      </Act>
      <Act
        on={code}
        name="resume"
        title={t('resume.title', { code })}
        effects={[t('resume.sells'), t('resume.fault')]}
        submit={t('resume.submit')}
      />
      <Act
        on={code}
        name="rejudge"
        title={all('rejudge.title')}
        effects={[all('rejudge.reads'), all('rejudge.credits')]}
        submit={all('rejudge.submit')}
        hidden={{ code }}
      >
        <ActField label={all('transfer.transaction')} name="txHash" autoComplete="off" spellCheck={false} required />
      </Act>
      <Act
        on={code}
        name="rewind"
        title={t('rewind.title', { code })}
        effects={[t('rewind.reads'), t('rewind.waits'), t('rewind.once')]}
        submit={t('rewind.submit')}
        danger
      >
        <ActField
          label={t('rewind.to')}
          hint={t('rewind.hint', { from: grouped(firstBlock ?? 0), to: grouped(cursor ?? 0) })}
          name="to"
          inputMode="numeric"
          autoComplete="off"
          required
        />
      </Act>
      {newKey !== null && (
        <Act
          on={code}
          name="accept"
          title={t('accept.title', { code })}
          effects={[t('accept.fresh', { key: newKey }), t('accept.old', { key: key ?? '–' }), t('accept.wallet')]}
          submit={t('accept.submit')}
          danger
        />
      )}
    </>
  )
}
