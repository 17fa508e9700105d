import { dateTimeFormat } from '#shared/intl/formats.ts'
import { notificationActions, type Preferences } from '../contract.ts'
import { suggestedQuietHours } from '#features/notifications/contract.ts'
import { createClock } from '#shared/i18n/clock.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { AutosaveForm } from '#ui/forms/autosave-form.tsx'
import { CheckboxField } from '#ui/fields/checkbox-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import styles from './settings-sections.module.css'

type Props = Pick<Preferences, 'quietHours'> & { timeZone: string; /** In words. */ zoneName: string }

const halfHours = Array.from({ length: 48 }, (_, half) => `${String(half >> 1).padStart(2, '0')}:${half % 2 ? '30' : '00'}`)

/** Form for the hours in which nothing may disturb, in the member's time zone. */
export function QuietSection({ quietHours, timeZone, zoneName }: Props) {
  const { t, locale } = useI18n()
  const { now } = usePage()
  const time = dateTimeFormat(locale.lang, { timeStyle: 'short', timeZone }).format(now)
  // A browser's own time field uses the browser's language.
  const clock = createClock(locale.lang)
  const timesWith = (stored: string) =>
    [...new Set([...halfHours, stored])].sort().map((value) => ({ value, label: clock(value) }))
  const { start, end } = quietHours ?? suggestedQuietHours
  return (
    <Section title={t('settings.notifications.quiet.title')} text={t('settings.notifications.quiet.text')}>
      <AutosaveForm action={notificationActions.quiet} saveLabel={t('settings.notifications.quiet.save')} className={styles.form}>
        {({ values, fields }) => {
          const typed = (name: string, stored: string) => (typeof values[name] === 'string' ? values[name] : stored)
          return (
            <>
              <CheckboxField
                name="quiet"
                value="1"
                defaultChecked={quietHours !== null || values['quiet'] === '1'}
                label={t('settings.notifications.quiet.on')}
                hint={t('settings.notifications.quiet.zone', { zone: zoneName, time })}
              />
              <div className={styles.times}>
                <SelectField
                  name="start"
                  options={timesWith(start)}
                  label={t('settings.notifications.quiet.from')}
                  defaultValue={typed('start', start)}
                  error={fields['start']}
                />
                <SelectField
                  name="end"
                  options={timesWith(end)}
                  label={t('settings.notifications.quiet.to')}
                  defaultValue={typed('end', end)}
                  error={fields['end']}
                />
              </div>
            </>
          )
        }}
      </AutosaveForm>
    </Section>
  )
}
