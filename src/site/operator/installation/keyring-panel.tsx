import { useFormatter, useTranslations } from 'use-intl'
import type { Installation } from '#src/contract/operator/installation.ts'
import { Moment } from '../../ui/time/moment.tsx'
import { Act, ActLink } from '../acts/act.tsx'
import { Facts, Panel } from '../parts/frame/panel.tsx'
import { Pill } from '../parts/marks/pill.tsx'
import { useFollow } from '../parts/use-follow.ts'
import type { Reader } from '../shell/console-page.tsx'

type Ring = Installation['keyring']
type KeyringProps = { keyring: Ring; reader: Reader }

/** The keys that seal secrets: the current key, the number of secrets that need each key, and the acts on keys. */
export function KeyringPanel({ keyring, reader }: KeyringProps) {
  const t = useTranslations('operatorInstallation.keyring')
  const format = useFormatter()
  const { keys, seals, missing, retirable, waiting, rotation } = keyring
  const runs = rotation !== null && rotation.finishedAt === null
  useFollow(runs)
  return (
    <Panel title={t('title')} flush>
      <Facts
        facts={[
          ...keys.map(({ version, sealed, needs, signs }) => ({
            key: `${version}`,
            name: t('version', { version: `${version}` }),
            value: (
              <>
                {t('sealed', { count: format.number(sealed) })}{' '}
                {version === seals && <Pill tone="good">{t('seals')}</Pill>}
                {retirable.includes(version) && <Pill tone="none">{t('unused')}</Pill>}
                {version !== seals && (
                  <span className="row-note">
                    {[
                      ...needs.map(({ what, count }) => t(`needs.${what}`, { count: format.number(count) })),
                      ...(signs ? [t('signs')] : []),
                    ].join(' · ')}
                  </span>
                )}
              </>
            ),
          })),
          ...missing.map((version) => ({
            key: `missing ${version}`,
            name: t('version', { version: `${version}` }),
            value: <Pill tone="bad">{t('missing')}</Pill>,
          })),
          ...(rotation === null
            ? []
            : [
                {
                  key: 'rotation',
                  name: t('rotation'),
                  value: runs ? (
                    <Pill tone="half">
                      {t('runs', { done: format.number(rotation.done), left: format.number(waiting) })}
                    </Pill>
                  ) : (
                    <>
                      {t('finished', { done: format.number(rotation.done) })}{' '}
                      {rotation.finishedAt !== null && <Moment at={rotation.finishedAt} />}
                    </>
                  ),
                },
              ]),
        ]}
      />
      <RingActs keyring={keyring} reader={reader} runs={runs} />
    </Panel>
  )
}

function RingActs({ keyring, reader, runs }: KeyringProps & { runs: boolean }) {
  const t = useTranslations('operatorInstallation.keyring')
  const format = useFormatter()
  const { seals, isSetting, waiting, retirable } = keyring
  if (!reader.may('keyring.rotate')) return null
  const canReseal = !runs && waiting > 0
  return (
    <>
      <div className="flow pad-12-16 ruled-top keyring-acts">
        {isSetting && <p className="text-muted">{t(retirable.length > 0 ? 'settingRetire' : 'setting')}</p>}
        {!isSetting && !runs && <ActLink act="rotate">{t('rotate.open')}</ActLink>}
        {canReseal && <ActLink act="reseal">{t('reseal.open')}</ActLink>}
        {!isSetting &&
          retirable.map((version) => (
            <ActLink key={version} act="retire" on={`${version}`}>
              {t('retire.open', { version: `${version}` })}
            </ActLink>
          ))}
      </div>
      <Act
        name="rotate"
        title={t('rotate.title')}
        effects={[
          t('rotate.seals', { version: `${seals + 1}` }),
          t('rotate.again'),
          t('rotate.customers'),
          t('backups'),
        ]}
        submit={t('rotate.submit')}
      />
      <Act
        name="reseal"
        title={t('reseal.title', { version: `${seals}` })}
        effects={[
          t('reseal.again', { count: format.number(waiting), version: `${seals}` }),
          t('reseal.processes', { version: `${seals}` }),
          t('rotate.customers'),
        ]}
        submit={t('reseal.submit')}
      />
      {retirable.map((version) => (
        <Act
          key={version}
          name="retire"
          on={`${version}`}
          title={t('retire.title', { version: `${version}` })}
          effects={[t('retire.unused'), t('backups'), t('retire.final')]}
          submit={t('retire.submit')}
          danger
        />
      ))}
    </>
  )
}
