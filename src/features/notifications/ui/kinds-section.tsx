import { notificationActions, type Preferences } from '../contract.ts'
import { emailRules } from '#features/notifications/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { notificationKinds, type NotificationKind } from '#shared/realtime/wire.ts'
import { AutosaveForm } from '#ui/forms/autosave-form.tsx'
import { Section } from '#ui/layout/section.tsx'
import styles from './settings-sections.module.css'
import '#ui/fields/choices.css'

const allChannels = ['toast', 'sound', 'push', 'email'] as const
type Channel = (typeof allChannels)[number]

type KindsSectionProps = Pick<Preferences, 'notifications'> & {
  /** Whether the deployment has push messages. */
  hasPush: boolean
}

/** Form for where each kind of notification may appear besides the list. */
export function KindsSection({ notifications, hasPush }: KindsSectionProps) {
  const { t } = useI18n()
  const channels = allChannels.filter((channel) => hasPush || channel !== 'push')
  return (
    <Section title={t('settings.notifications.kinds.title')} text={t('settings.notifications.kinds.text')}>
      <AutosaveForm action={notificationActions.kinds} saveLabel={t('settings.notifications.kinds.save')} className={styles.form}>
        {() => (
          <>
            {hasPush ? <input type="hidden" name="hasPush" value="1" /> : null}
            <table className={styles.kinds}>
              <caption className="visually-hidden">{t('settings.notifications.kinds.caption')}</caption>
              <thead>
                <tr>
                  <th scope="col">
                    <span className="visually-hidden">{t('settings.notifications.kinds.kind')}</span>
                  </th>
                  {channels.map((channel) => (
                    <th key={channel} scope="col">
                      {t(`settings.notifications.kinds.${channel}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {notificationKinds.map((kind) => (
                  <tr key={kind}>
                    <th scope="row">
                      {t(`settings.notifications.kind.${kind}.name`)}
                      <small>{t(`settings.notifications.kind.${kind}.text`)}</small>
                    </th>
                    {channels.map((channel) => (
                      <td key={channel}>
                        <Cell kind={kind} channel={channel} checked={notifications[kind][channel]} />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
            <p className={styles.quiet}>{t('settings.notifications.kinds.note')}</p>
          </>
        )}
      </AutosaveForm>
    </Section>
  )
}

type CellProps = { kind: NotificationKind; channel: Channel; checked: boolean }

function Cell({ kind, channel, checked }: CellProps) {
  const { t, format } = useI18n()
  const rule = channel === 'email' ? emailRules[kind] : 'chosen'
  if (rule !== 'chosen') return <span className={styles.quiet}>{t(`settings.notifications.kinds.${rule}`)}</span>
  const label = t('settings.notifications.kinds.cell', {
    kind: t(`settings.notifications.kind.${kind}.name`),
    channel: format.inSentence(t(`settings.notifications.kinds.${channel}`)),
  })
  return (
    <label className={styles.cell}>
      <input type="checkbox" name={`${channel}[]`} value={kind} defaultChecked={checked} aria-label={label} />
    </label>
  )
}
