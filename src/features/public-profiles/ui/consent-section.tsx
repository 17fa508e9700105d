import { tintOf } from '#shared/avatar.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { AutosaveForm } from '#ui/forms/autosave-form.tsx'
import { ChoiceGroup } from '#ui/fields/choice-group.tsx'
import { CheckboxField } from '#ui/fields/checkbox-field.tsx'
import { Tag } from '#ui/feedback/badge.tsx'
import { refreshPage } from '#ui/hooks/refresh-page.ts'
import { Avatar } from '#ui/identity/portrait.tsx'
import { Section } from '#ui/layout/section.tsx'
import { publicProfileActions, type OwnPublicProfile, type PublicPerson } from '../contract.ts'
import styles from './consent-section.module.css'
import { initialOf } from '#shared/text/cut.ts'

/** The consent to be shown to people without an account, its URL, and what they read there. */
export function PublicProfileSection({ consent, isPaused, answers, preview }: OwnPublicProfile) {
  const { t } = useI18n()
  return (
    <Section id="public-profile" title={t('settings.publicProfile.title')} text={t('settings.publicProfile.text')}>
      <AutosaveForm action={publicProfileActions.save} saveLabel={t('settings.privacy.save')} onSaved={refreshPage}>
        {() => (
          <>
            <CheckboxField
              name="isPublic"
              value="1"
              defaultChecked={consent !== null}
              label={t('settings.publicProfile.label')}
              hint={t('settings.publicProfile.hint')}
            />
            {consent && answers.length > 0 ? (
              <ChoiceGroup
                legend={t('settings.publicProfile.answers')}
                name="prompts[]"
                multiple
                defaultValue={answers.filter(({ isPublic }) => isPublic).map(({ prompt }) => prompt)}
                options={answers.map(({ prompt, question, text }) => ({ value: prompt, label: question, description: text }))}
              />
            ) : null}
          </>
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

function Preview({ person }: { person: PublicPerson }) {
  const { firstName, title, portrait, intent, about, aboutIn, answers, interests, languages } = person
  return (
    <div className={styles.preview}>
      <Avatar size="xl" src={portrait ?? undefined} alt="" initial={initialOf(firstName)} tint={tintOf(firstName)} />
      <div className={styles.words}>
        <p className={`${styles.name} name-line`}>{title}</p>
        {intent ? <p>{intent}</p> : null}
        {about ? (
          <p className={styles.about} dir="auto" lang={aboutIn.lang ?? undefined}>
            {about}
          </p>
        ) : null}
        {answers.map(({ prompt, question, text, lang }) => (
          <p key={prompt} className={styles.about}>
            <span className={styles.quiet}>{question}</span>
            <br />
            <span dir="auto" lang={lang ?? undefined}>
              {text}
            </span>
          </p>
        ))}
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
