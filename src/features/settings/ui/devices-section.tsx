import { useState } from 'react'
import { accountForms, type DeviceProps } from '#features/account/contract.ts'
import { apiPaths } from '#shared/api-paths.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { usePage, useFlash } from '#shared/page-context.tsx'
import { ActionForm } from '#ui/action-form.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Row, RowList } from '#ui/row-list.tsx'
import { Section } from '#ui/section.tsx'
import styles from './account-sections.module.css'

/** Where the member is signed in; every other place can be signed out from here. */
export function DevicesSection({ devices }: { devices: readonly DeviceProps[] }) {
  const { t } = useI18n()
  const flash = useFlash(accountForms.endDevice)
  const [ended, setEnded] = useState<readonly string[]>([])
  const [notice, setNotice] = useState<string | undefined>()
  const shown = devices.filter(({ id }) => !ended.includes(id))
  const others = shown.filter(({ current }) => !current)

  const onDone = (data: Record<string, unknown>) => {
    const ids = Array.isArray(data['ended']) ? data['ended'].filter((id) => typeof id === 'string') : []
    setEnded((before) => [...before, ...ids])
    setNotice(typeof data['notice'] === 'string' ? data['notice'] : undefined)
  }
  const said = notice ?? flash?.notice
  return (
    <Section title={t('settings.devices.title')} text={t('settings.devices.text')}>
      {/* The place is there before the words are, so that a screen reader says them. */}
      <div aria-live="polite">{said ? <Notice kind="success">{said}</Notice> : null}</div>
      {flash?.error ? <Notice kind="error">{flash.error}</Notice> : null}
      <RowList>
        {shown.map((device) => (
          <Device key={device.id} device={device} onDone={onDone} />
        ))}
      </RowList>
      <ActionForm name={accountForms.endOtherDevices} action={apiPaths.endOtherDevices} onDone={onDone}>
        {({ error, pending, notice: answered }) => (
          <>
            {error ? <Notice kind="error">{error}</Notice> : null}
            {!said && answered ? <Notice kind="success">{answered}</Notice> : null}
            {others.length > 0 ? (
              <Button kind="secondary" icon="log-out" pending={pending}>
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

type DeviceRowProps = { device: DeviceProps; onDone: (data: Record<string, unknown>) => void }

function Device({ device: { id, browser, system, seenAt, current }, onDone }: DeviceRowProps) {
  const { t, format } = useI18n()
  const { now } = usePage()
  const name =
    browser && system ? t('settings.devices.name', { browser, system }) : (browser ?? system ?? t('settings.devices.unknown'))
  return (
    <Row
      title={name}
      detail={current ? t('settings.devices.current') : t('settings.devices.seen', { ago: format.ago(seenAt, now) })}
    >
      {current ? null : (
        // A name of its own: what a plain form left behind is said once, above, and not in every row.
        <ActionForm name={`${accountForms.endDevice}-${id}`} action={apiPaths.endDevice} onDone={onDone}>
          {({ error, pending }) => (
            <>
              <input type="hidden" name="id" value={id} />
              <Button kind="quiet" pending={pending} aria-label={t('settings.devices.endNamed', { device: name })}>
                {t('settings.devices.end')}
              </Button>
              {error ? <Notice kind="error">{error}</Notice> : null}
            </>
          )}
        </ActionForm>
      )}
    </Row>
  )
}
