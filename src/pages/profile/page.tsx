import type { NextEvening as Evening } from '#features/encounters/dates/contract.ts'
import { NextEvening } from '#features/encounters/dates/ui/next-evening.tsx'
import type { PhotoNews as News, PhotoView } from '#features/photos/contract.ts'
import { PhotoHero } from '#features/photos/ui/lightbox/photo-hero.tsx'
import { PhotoNews } from '#features/photos/ui/photo-news.tsx'
import type { OwnProfileProps } from '#features/profile/contract.ts'
import { Arrival } from '#features/profile/ui/person/arrival.tsx'
import { Completeness } from '#features/profile/ui/edit/completeness.tsx'
import { PausedNotice } from '#features/profile/ui/paused-notice.tsx'
import { PersonSheet } from '#features/profile/ui/person/person-sheet.tsx'
import { questionCount } from '#features/quiz/questions.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { verificationHref } from '#shared/routing/camera-page.ts'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { LinkList, LinkRow } from '#ui/layout/link-list.tsx'
import { TabLinks } from '#ui/controls/tabs.tsx'
import styles from './page.module.css'

type Props = OwnProfileProps & {
  photos: PhotoView[]
  photoNews: News
  quizAnswered: number
  arrived: boolean
  evening: Evening | null
}

export default function Profile({ data }: { data: Props }) {
  const { person, as, completeness, missing, hidden, paused, photos, photoNews, quizAnswered, arrived, evening } = data
  const { t, format, locale } = useI18n()
  const href = useHref()
  const hiddenNames = hidden.map((field) => format.inSentence(t(`profile.field.${field}`)))
  if (arrived)
    return <Arrival person={person} news={<PhotoNews {...photoNews} />} evening={evening ? <NextEvening {...evening} /> : null} />
  return (
    <>
      {paused ? (
        <div className={styles.paused}>
          <PausedNotice />
        </div>
      ) : null}
      <PersonSheet
        person={person}
        isOwn
        band={null}
        shared={[]}
        picture={photos.length > 0 ? <PhotoHero photos={photos} name={person.firstName} /> : undefined}
        side={
          <div className={styles.side}>
            <PhotoNews {...photoNews} />
            <ButtonLink wide icon="pencil" href={href(routes.profileSettings, {})}>
              {t('profile.own.edit')}
            </ButtonLink>
            <LinkList>
              <LinkRow
                icon="sparkles"
                title={t('profile.own.quiz', { count: quizAnswered, total: questionCount })}
                href={href(routes.quiz, {})}
              />
              <LinkRow
                icon="badge-check"
                title={t(person.verified ? 'profile.verification' : 'profile.getVerified')}
                href={verificationHref(locale.code)}
              />
              <LinkRow icon="shopping-bag" title={t('common.nav.store')} href={href(routes.store, {})} />
              <LinkRow icon="settings" title={t('common.nav.settings')} href={href(routes.mainSettings, {})} />
            </LinkList>
            <Completeness completeness={completeness} missing={missing} />
          </div>
        }
        before={
          <>
            <TabLinks
              label={t('profile.own.asLabel')}
              tabs={[
                { href: href(routes.profile, {}), label: t('profile.own.asEveryone'), current: as === 'everyone' },
                {
                  href: href(routes.profile, {}, { query: { as: 'match' } }),
                  label: t('profile.own.asMatch'),
                  current: as === 'match',
                },
              ]}
            />
            <Notice title={t('profile.own.title')}>
              {t('profile.own.text')}
              {hiddenNames.length > 0 ? ` ${t('profile.own.hidden', { list: format.list(hiddenNames) })}` : null}
            </Notice>
          </>
        }
      />
    </>
  )
}
