import { useState } from 'react'
import { apiPaths } from '#shared/api-paths.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/page-context.tsx'
import { ActionForm } from '#ui/action-form.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Section } from '#ui/section.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { timeZoneForm } from '../contract.ts'
import styles from './settings.module.css'

const nameOf = (zone: string) => zone.replaceAll('_', ' ')

/** The clock by which quiet hours go and days begin. `timeZone` is the stored one; the page's own is this device's. */
export function TimeZoneSection({ timeZone, zones }: { timeZone: string; zones: readonly string[] }) {
  const { t } = useI18n()
  const device = usePage().timeZone
  const [saved, setSaved] = useState(timeZone)
  return (
    <Section title={t('settings.timeZone.title')} text={t('settings.timeZone.text')}>
      <ActionForm
        name={timeZoneForm}
        action={apiPaths.timeZone}
        className={styles.stack}
        onDone={(data) => setSaved(typeof data['timeZone'] === 'string' ? data['timeZone'] : saved)}
      >
        {({ fields, error, notice, pending }) => (
          <>
            <SelectField
              key={saved}
              name="timeZone"
              label={t('settings.timeZone.label')}
              options={groupsOf(zones)}
              defaultValue={saved}
              error={fields['timeZone']}
            />
            {error ? <Notice kind="error">{error}</Notice> : null}
            {notice ? <Notice kind="success">{notice}</Notice> : null}
            <div className={styles.row}>
              <Button kind="secondary" pending={pending}>
                {t('settings.timeZone.save')}
              </Button>
              {device === saved || device === 'UTC' ? null : (
                <Button kind="quiet" name="device" value={device} pending={pending}>
                  {t('settings.timeZone.device', { zone: nameOf(device) })}
                </Button>
              )}
            </div>
          </>
        )}
      </ActionForm>
    </Section>
  )
}

/** By continent; a name without one stands for itself. */
function groupsOf(zones: readonly string[]) {
  const groups = Object.groupBy(zones, (zone) => zone.split('/')[0] ?? zone)
  return Object.entries(groups).map(([group, inside = []]) => ({
    group,
    options: inside.map((zone) => ({ value: zone, label: nameOf(zone.slice(zone.indexOf('/') + 1)) })),
  }))
}
