import { settingsActions } from '#features/settings/contract.ts'
import type { Preferences } from '#features/notifications/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { AutosaveForm } from '#ui/forms/autosave-form.tsx'
import { CheckboxField } from '#ui/fields/checkbox-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import styles from './settings.module.css'

/** Read receipts and 'is typing', both reciprocal. */
export function ChatSection({ readMarks, typing }: Pick<Preferences, 'readMarks' | 'typing'>) {
  const { t } = useI18n()
  return (
    <Section title={t('settings.chat.title')} text={t('settings.chat.text')}>
      <AutosaveForm action={settingsActions.chat} saveLabel={t('settings.chat.save')} className={styles.stack}>
        {() => (
          <>
            <CheckboxField
              name="readMarks"
              value="1"
              defaultChecked={readMarks}
              label={t('settings.chat.readMarks')}
              hint={t('settings.chat.readMarksText')}
            />
            <CheckboxField
              name="typing"
              value="1"
              defaultChecked={typing}
              label={t('settings.chat.typing')}
              hint={t('settings.chat.typingText')}
            />
          </>
        )}
      </AutosaveForm>
    </Section>
  )
}
