import { useState } from 'react'
import type { OwnPhotoView } from '#features/photos/contract.ts'
import { PhotosEditor } from '#features/photos/ui/photos-editor.tsx'
import { sections, type ProfileSettingsProps } from '#features/profile/contract.ts'
import { AnswerFields } from '#features/profile/ui/answer-fields.tsx'
import { BasicsFields } from '#features/profile/ui/basics-fields.tsx'
import { PauseSection } from '#features/profile/ui/pause-section.tsx'
import { PausedNotice } from '#features/profile/ui/paused-notice.tsx'
import { SectionForm } from '#features/profile/ui/section-form.tsx'
import { SeekingFields } from '#features/profile/ui/seeking-fields.tsx'
import { PlaceChoice } from '#features/questionnaire/ui/place-choice.tsx'
import { PortraitChoice } from '#features/questionnaire/ui/portrait-choice.tsx'
import { apiPaths } from '#shared/api-paths.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routes.ts'
import { ButtonLink } from '#ui/button.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { refreshPage } from '#ui/refresh-page.ts'
import styles from './page.module.css'

export default function ProfileSettings({ data }: { data: ProfileSettingsProps & { photos: OwnPhotoView[] } }) {
  const { t } = useI18n()
  const href = useHref()
  // One number for all forms: what one of them saves must not make the others stale.
  const [revision, setRevision] = useState(data.revision)
  const form = { revision: Math.max(revision, data.revision), onSaved: setRevision }
  // Name and portrait stand in the frame as well.
  const framed = {
    ...form,
    onSaved: (saved: number) => {
      setRevision(saved)
      refreshPage()
    },
  }
  return (
    <div className={styles.page}>
      <PageHeader
        title={t('profile.settings.title')}
        text={t('profile.settings.text')}
        back={{ href: href(routes.profile, {}), label: t('profile.settings.view') }}
      />
      {data.paused ? <PausedNotice /> : null}
      <PhotosEditor id="photos" photos={data.photos} />
      <SectionForm {...framed} section="basics" action={apiPaths.profileBasics}>
        {(view) => <BasicsFields basics={data.basics} view={view} />}
      </SectionForm>
      <SectionForm {...form} section="words" action={apiPaths.profileWords}>
        {(view) => <AnswerFields {...data} fields={sections.words} view={view} />}
      </SectionForm>
      <SectionForm {...framed} section="portrait" action={apiPaths.profilePortrait}>
        {(view) => (
          <>
            <PortraitChoice offered={data.offeredPortraits} chosen={data.avatar} page={data.portraitPage} view={view} />
            <ButtonLink
              kind="quiet"
              size="s"
              icon="refresh-cw"
              href={href(routes.profileSettings, {}, { query: { seed: data.portraitPage + 1 }, hash: 'portrait' })}
            >
              {t('questionnaire.portrait.others')}
            </ButtonLink>
          </>
        )}
      </SectionForm>
      <SectionForm {...form} section="seeking" action={apiPaths.profileSeeking}>
        {(view) => (
          <>
            <AnswerFields {...data} fields={sections.seeking} view={view} />
            <SeekingFields seeks={data.seeks} view={view} />
          </>
        )}
      </SectionForm>
      <SectionForm {...form} section="facts" action={apiPaths.profileFacts}>
        {(view) => <AnswerFields {...data} fields={sections.facts} view={view} />}
      </SectionForm>
      <SectionForm {...form} section="beliefs" action={apiPaths.profileBeliefs}>
        {(view) => <AnswerFields {...data} fields={sections.beliefs} view={view} />}
      </SectionForm>
      <SectionForm {...form} section="place" action={apiPaths.profilePlace}>
        {(view) => <PlaceChoice {...data.place} view={view} />}
      </SectionForm>
      <PauseSection paused={data.paused} />
    </div>
  )
}
