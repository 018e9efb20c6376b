import { Form, useSubmit } from 'react-router'
import { useTranslations } from 'use-intl'
import type { OpenSocket } from '#src/contract/account/usage.ts'
import { developers } from '#src/contract/team/team-role.ts'
import { useMay } from '../../account/acting.tsx'
import { ShownAccount } from '../../account/shown-account.tsx'
import { knownOf, type Read } from '../../reads/read.ts'
import { Shown } from '../../reads/shown.tsx'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { useMoment } from '../../ui/time/moment.tsx'

type SocketsCardProps = { sockets: Read<readonly OpenSocket[]>; onClose: (id: string) => void }

export function SocketsCard({ sockets: read, onClose }: SocketsCardProps) {
  const t = useTranslations('usage.sockets')
  return (
    <section className="card" aria-labelledby="sockets">
      <div className="card-head">
        <h2 id="sockets">{t('title')}</h2>
        {read.state !== 'failed' && <small>{t('count', { count: knownOf(read)?.length ?? 0 })}</small>}
      </div>
      <Shown read={read} none={<p className="quiet usage-none">{t('none')}</p>} failed={t('failed')}>
        {(sockets) => (
          <ul className="row-list">
            {sockets.map((socket) => (
              <SocketRow key={socket.id} socket={socket} onClose={onClose} />
            ))}
          </ul>
        )}
      </Shown>
    </section>
  )
}

function SocketRow({ socket, onClose }: { socket: OpenSocket; onClose: (id: string) => void }) {
  const t = useTranslations('usage.sockets')
  const { moment } = useMoment()
  const mayClose = useMay(developers)
  const program = socket.browser ? t('browser') : socket.userAgent || t('unnamed')
  return (
    <li>
      <div className="breakable row-text">
        <p className="socket-program">{program}</p>
        <p className="row-note">
          <span className="num">{socket.path}</span> · <span className="num">{socket.address}</span> ·{' '}
          {t('since', { time: moment(socket.connectedAt) })}
        </p>
        <Symbols socket={socket} />
      </div>
      {mayClose && <Disconnect id={socket.id} program={program} onClose={onClose} />}
    </li>
  )
}

const shownMax = 8

function Symbols({ socket: { symbols, subscriptions } }: { socket: OpenSocket }) {
  const t = useTranslations('usage.sockets')
  if (subscriptions === 0) return <p className="row-note">{t('silent')}</p>
  const head = symbols.slice(0, shownMax).join(' · ')
  const rest = symbols.slice(shownMax)
  return (
    <div className="row-note socket-symbols num">
      {subscriptions <= shownMax ? (
        head
      ) : (
        <details>
          <summary>
            {head} <span className="action-link">{t('more', { count: subscriptions - shownMax })}</span>
          </summary>
          <span>
            {rest.join(' · ')}
            {subscriptions > symbols.length && ' …'}
          </span>
        </details>
      )}
    </div>
  )
}

function Disconnect({ id, program, onClose }: { id: string; program: string; onClose: (id: string) => void }) {
  const t = useTranslations('usage.sockets')
  const submit = useSubmit()
  return (
    <Form
      method="post"
      data-scripted
      onSubmit={async (event) => {
        event.preventDefault()
        const fields = new FormData(event.currentTarget)
        const message = t('closeText', { program })
        if (!(await confirm({ title: t('closeTitle'), message, confirm: t('close'), danger: true }))) return
        onClose(id)
        await submit(fields, { method: 'post', preventScrollReset: true, replace: true })
      }}
    >
      <ShownAccount />
      <input type="hidden" name="socket" value={id} />
      <button type="submit" className="btn btn-small btn-danger">
        {t('close')}
      </button>
    </Form>
  )
}
