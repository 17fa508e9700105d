import { settingsActions, privacyAnchor, type PrivacyView } from '#features/settings/contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { AutosaveForm } from '#ui/forms/autosave-form.tsx'
import { CheckboxField } from '#ui/fields/checkbox-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import styles from './settings.module.css'

/** Form for the online dot and invisible browsing. The visibility of single answers is set in the profile. */
export function PrivacySection({ privacy }: { privacy: PrivacyView }) {
  const { t } = useI18n()
  const href = useHref()
  return (
    <Section id={privacyAnchor} title={t('settings.privacy.title')} text={t('settings.privacy.text')}>
      <AutosaveForm action={settingsActions.privacy} saveLabel={t('settings.privacy.save')} className={styles.stack}>
        {() => (
          <>
            <CheckboxField
              name="showsOnline"
              value="1"
              defaultChecked={privacy.showsOnline}
              label={t('settings.privacy.showsOnline')}
              hint={t('settings.privacy.showsOnlineText')}
            />
            <CheckboxField
              name="browsesInvisibly"
              value="1"
              defaultChecked={privacy.browsesInvisibly}
              label={t('settings.privacy.browsesInvisibly')}
              hint={t('settings.privacy.browsesInvisiblyText')}
            />
          </>
        )}
      </AutosaveForm>
      <p>
        <a className="alone" href={href(routes.profileSettings, {})}>
          {t('settings.privacy.profile')}
        </a>
      </p>
    </Section>
  )
}
