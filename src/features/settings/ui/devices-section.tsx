import { useState } from 'react'
import { accountActions, otherDevices, type AccountProps, type DeviceProps, type EndedDevices } from '#features/auth/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { Row, RowList } from '#ui/layout/row-list.tsx'
import { Section } from '#ui/layout/section.tsx'
import styles from './account-sections.module.css'

/** Devices on which the member is signed in; every other one can be signed out from here. */
export function DevicesSection({ devices, hasPassword, isConfirmed }: Omit<AccountProps, 'email'>) {
  const { t } = useI18n()
  const [ended, setEnded] = useState<readonly string[]>([])
  const [confirmed, setConfirmed] = useState(isConfirmed)
  const shown = devices.filter(({ id }) => !ended.includes(id))
  const hasOthers = shown.some(({ current }) => !current)

  const onDone = (answer: EndedDevices) => {
    setEnded((before) => [...before, ...answer.ended])
    setConfirmed(true)
  }
  return (
    <Section title={t('settings.devices.title')} text={t('settings.devices.text')}>
      {/* All devices are in one form, so that one password applies to whichever button is pressed. */}
      <ActionForm action={accountActions.endDevices} className={styles.devices} onDone={onDone}>
        {({ fields, error, notice, pending }) => (
          <>
            {/* Enter presses the first button, which must therefore not sign a device out. */}
            <button type="submit" disabled hidden>
              {t('settings.devices.end')}
            </button>
            {/* The live region exists before its text, so that a screen reader announces it. */}
            <div aria-live="polite">{notice ? <Notice kind="success">{notice}</Notice> : null}</div>
            {error ? <Notice kind="error">{error}</Notice> : null}
            {hasOthers && !hasPassword && !confirmed ? <Notice>{t('settings.devices.confirmFirst')}</Notice> : null}
            {/* A page may be open longer than a confirmation lasts; then the refusal shows the field again. */}
            {hasOthers && hasPassword && (!confirmed || fields['password']) ? (
              <div className={styles.password}>
                <PasswordField
                  label={t('settings.email.password')}
                  hint={t('settings.email.passwordHint')}
                  name="password"
                  autoComplete="current-password"
                  required
                  error={fields['password']}
                />
              </div>
            ) : null}
            <RowList>
              {shown.map((device) => (
                <Device key={device.id} device={device} pending={pending} />
              ))}
            </RowList>
            {hasOthers ? (
              <Button kind="secondary" icon="log-out" name="id" value={otherDevices} pending={pending}>
                {t('settings.devices.endOthers')}
              </Button>
            ) : (
              <p className={styles.quiet}>{t('settings.devices.only')}</p>
            )}
          </>
        )}
      </ActionForm>
    </Section>
  )
}

type DeviceRowProps = { device: DeviceProps; pending: boolean }

function Device({ device: { id, browser, system, seenAt, current }, pending }: DeviceRowProps) {
  const { t, format } = useI18n()
  const { now } = usePage()
  const known = browser && system ? t('settings.devices.name', { browser, system }) : (browser ?? system)
  const unknown = t('settings.devices.unknown')
  return (
    <Row
      title={known ?? unknown}
      detail={current ? t('settings.devices.current') : t('settings.devices.seen', { ago: format.ago(seenAt, now) })}
    >
      {current ? null : (
        <Button
          kind="quiet"
          name="id"
          value={id}
          pending={pending}
          aria-label={t('settings.devices.endNamed', { device: known ?? format.inSentence(unknown) })}
        >
          {t('settings.devices.end')}
        </Button>
      )}
    </Row>
  )
}
