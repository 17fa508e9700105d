import { tintOf } from '#shared/avatar.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { AutosaveForm } from '#ui/forms/autosave-form.tsx'
import { CheckboxField } from '#ui/fields/checkbox-field.tsx'
import { Tag } from '#ui/feedback/badge.tsx'
import { refreshPage } from '#ui/hooks/refresh-page.ts'
import { Avatar } from '#ui/identity/portrait.tsx'
import { Section } from '#ui/layout/section.tsx'
import { publicProfileActions, type OwnPublicProfile, type PublicPerson } from '../contract.ts'
import styles from './consent-section.module.css'
import { initialOf } from '#shared/text/cut.ts'

/** The consent to be shown to people without an account, its URL, and what they read there. */
export function PublicProfileSection({ consent, isPaused, preview }: OwnPublicProfile) {
  const { t } = useI18n()
  return (
    <Section id="public-profile" title={t('settings.publicProfile.title')} text={t('settings.publicProfile.text')}>
      <AutosaveForm action={publicProfileActions.save} saveLabel={t('settings.privacy.save')} onSaved={refreshPage}>
        {() => (
          <CheckboxField
            name="isPublic"
            value="1"
            defaultChecked={consent !== null}
            label={t('settings.publicProfile.label')}
            hint={t('settings.publicProfile.hint')}
          />
        )}
      </AutosaveForm>
      {consent ? (
        <div className={styles.part}>
          <h3>{t('settings.publicProfile.page')}</h3>
          <p className={styles.address}>{consent.address}</p>
          <p className={styles.quiet}>{t('settings.publicProfile.open')}</p>
          <p className={styles.quiet}>{t('settings.publicProfile.since', { date: consent.since })}</p>
          <p className={styles.quiet}>{t('settings.publicProfile.end')}</p>
          {isPaused ? <p>{t('settings.publicProfile.paused')}</p> : null}
        </div>
      ) : null}
      <div className={styles.part}>
        <h3>{t('settings.publicProfile.preview')}</h3>
        <Preview person={preview} />
      </div>
    </Section>
  )
}

function Preview({ person: { firstName, title, portrait, intent, about, interests, languages } }: { person: PublicPerson }) {
  return (
    <div className={styles.preview}>
      <Avatar size="xl" src={portrait ?? undefined} alt="" initial={initialOf(firstName)} tint={tintOf(firstName)} />
      <div className={styles.words}>
        <p className={`${styles.name} name-line`}>{title}</p>
        {intent ? <p>{intent}</p> : null}
        {about ? (
          <p className={styles.about} dir="auto">
            {about}
          </p>
        ) : null}
        {interests.length > 0 ? (
          <ul className={styles.tags}>
            {interests.map((interest) => (
              <li key={interest}>
                <Tag>{interest}</Tag>
              </li>
            ))}
          </ul>
        ) : null}
        {languages ? <p>{languages}</p> : null}
      </div>
    </div>
  )
}
