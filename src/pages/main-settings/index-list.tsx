import { sessionActions, type AccountProps } from '#features/auth/contract.ts'
import type { Preferences } from '#features/notifications/contract.ts'
import { appearances, type MainSettingsProps, type SettingsSection } from '#features/settings/contract.ts'
import { createClock } from '#shared/i18n/clock.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { localeNames } from '#shared/i18n/locale-names.ts'
import { Await } from '#shared/react/deferred.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Button } from '#ui/controls/button.tsx'
import type { IconName } from '#ui/icons/icon-names.ts'
import { LinkList, LinkRow } from '#ui/layout/link-list.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import type { ReactNode } from 'react'
import styles from './page.module.css'

type IndexListProps = MainSettingsProps & { account: AccountProps }

/** The groups with their state, so that most questions are answered without opening one. */
export function IndexList({ section, privacy, account }: IndexListProps) {
  const { t, tn, locale } = useI18n()
  const href = useHref()
  const { viewer } = usePage()
  const look = appearances.find(({ id }) => id === viewer?.appearance.id) ?? appearances[2]
  const states = [
    t(privacy.showsOnline ? 'settings.index.onlineShown' : 'settings.index.onlineHidden'),
    ...(privacy.browsesInvisibly ? [t('settings.index.invisible')] : []),
  ]
  const row = (name: ListedSection, icon: IconName, state: ReactNode) => (
    <IndexRow name={name} icon={icon} state={state} isCurrent={section === name} />
  )
  return (
    <nav className={styles.index} aria-label={t('settings.title')}>
      <LinkList>
        {row('account', 'user', account.email.email)}
        {row('devices', 'monitor', tn('settings.index.signedIn', account.devices.length))}
        {row('notifications', 'bell', <NotificationsState />)}
        {row('privacy', 'shield', states.join(' · '))}
        {row('look', 'languages', `${localeNames[locale.code].nativeName} · ${t(`settings.appearance.${look.key}`)}`)}
      </LinkList>
      <LinkList>
        <LinkRow
          icon="message-circle"
          title={t('contact.help.title')}
          detail={t('contact.help.detail')}
          href={href(routes.mainSettings, {}, { query: { section: 'help' } })}
          aria-current={section === 'help' ? 'page' : undefined}
        />
        <LinkRow
          icon="info"
          title={t('settings.index.legal')}
          href={href(routes.mainSettings, {}, { query: { section: 'legal' } })}
          aria-current={section === 'legal' ? 'page' : undefined}
        />
      </LinkList>
      <ActionForm action={sessionActions.signOut} className={styles.signOut} reload through={(session) => session.signOut()}>
        {({ error, pending }) => (
          <>
            {error ? <Notice kind="error">{error}</Notice> : null}
            <Button kind="secondary" wide icon="log-out" pending={pending}>
              {t('settings.session.signOut')}
            </Button>
          </>
        )}
      </ActionForm>
    </nav>
  )
}

/** Groups with a state; help and the legal texts are a separate list. */
type ListedSection = Exclude<SettingsSection, 'help' | 'legal' | 'latest' | 'verification'>

type IndexRowProps = { name: ListedSection; icon: IconName; state: ReactNode; isCurrent: boolean }

function IndexRow({ name, icon, state, isCurrent }: IndexRowProps) {
  const { t } = useI18n()
  const href = useHref()
  return (
    <LinkRow
      icon={icon}
      title={t(`settings.index.${name}`)}
      detail={state}
      href={href(routes.mainSettings, {}, { query: { section: name } })}
      aria-current={isCurrent ? 'page' : undefined}
    />
  )
}

/** The member's own object has the state; a line is reserved for its answer. */
function NotificationsState() {
  const { t } = useI18n()
  return (
    <Await<Preferences> name="preferences" fallback={<Skeleton lines={1} />}>
      {(preferences) => (preferences ? <Known {...preferences} /> : t('settings.index.unknown'))}
    </Await>
  )
}

function Known({ notifications, quietHours }: Preferences) {
  const { t, locale } = useI18n()
  const isOn = Object.values(notifications).some(({ toast, email }) => toast || email)
  if (!isOn) return t('settings.index.off')
  if (!quietHours) return t('settings.index.on')
  const clock = createClock(locale.lang)
  return t('settings.index.onQuiet', { from: clock(quietHours.start), to: clock(quietHours.end) })
}
