import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Connection, maskedKey, type PlaygroundSession } from './socket/session.ts'

type ConnectionBarProps = { session: PlaygroundSession; readerKey: string }

export function ConnectionBar({ session, readerKey }: ConnectionBarProps) {
  const t = useTranslations('playground.connection')
  const { connection } = session
  return (
    <>
      <div className="card flow-middle playground-connection" data-state={connection.kind}>
        <p role="status">
          <span className="dot" />
          {t(connection.kind)}
        </p>
        {connection.kind === 'open' && <Elapsed since={connection.since} />}
        <code className="playground-url">{session.url}</code>
        <span className="nowrap text-muted">
          <span className="sr-only">{t('key')} </span>
          <code>{maskedKey(readerKey)}</code>
        </span>
        {session.isOn ? (
          <button type="button" className="btn btn-outline" onClick={() => session.disconnect()}>
            {t('disconnect')}
          </button>
        ) : (
          <button type="button" className="btn btn-accent needs-script" onClick={() => session.connect(readerKey)}>
            {t('connect')}
          </button>
        )}
      </div>
      <Trouble connection={connection} />
    </>
  )
}

function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(since)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.floor((now - since) / 1_000))
  const two = (value: number) => String(value).padStart(2, '0')
  return <span className="playground-elapsed">{`${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`}</span>
}

function Trouble({ connection }: { connection: Connection }) {
  const t = useTranslations('playground.closed')
  if (connection.kind === 'waiting')
    return (
      <p role="alert" className="notice top-16">
        {t('retry', { code: `${connection.code}`, seconds: `${Math.max(1, Math.round(connection.ms / 1_000))}` })}
      </p>
    )
  if (connection.kind !== 'ended') return null
  const words = `code${connection.code}` as 'code4001'
  return (
    <p role="alert" className="notice notice-bad top-16">
      {t(t.has(words) ? words : 'code1000')} <code>{connection.code}</code>
    </p>
  )
}
