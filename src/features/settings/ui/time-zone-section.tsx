import { useState } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Section } from '#ui/layout/section.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import { settingsActions, type TimeZonesView } from '../contract.ts'
import styles from './settings.module.css'

/** Form for the time zone of quiet hours and days. It may change only twice a week, so it has a button. */
export function TimeZoneSection({ own, options, device }: TimeZonesView) {
  const { t } = useI18n()
  const [saved, setSaved] = useState(own)
  return (
    <Section title={t('settings.timeZone.title')} text={t('settings.timeZone.text')}>
      <ActionForm action={settingsActions.timeZone} className={styles.stack} onDone={({ timeZone }) => setSaved(timeZone)}>
        {({ fields, error, notice, pending }) => (
          <>
            <SelectField
              key={saved}
              name="timeZone"
              label={t('settings.timeZone.label')}
              options={options}
              defaultValue={saved}
              error={fields['timeZone']}
            />
            {error ? <Notice kind="error">{error}</Notice> : null}
            {notice ? <Notice kind="success">{notice}</Notice> : null}
            <div className={styles.row}>
              <Button kind="secondary" pending={pending}>
                {t('settings.timeZone.save')}
              </Button>
              {device === null || device.value === saved ? null : (
                <Button kind="quiet" name="device" value={device.value} pending={pending}>
                  {t('settings.timeZone.device', { zone: device.label })}
                </Button>
              )}
            </div>
          </>
        )}
      </ActionForm>
    </Section>
  )
}
