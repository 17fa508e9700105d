import type { WriteView } from '#features/chat/contract.ts'
import { WriteTo } from '#features/chat/ui/write-to.tsx'
import { FavouriteButton } from '#features/favourites/ui/favourite-button.tsx'
import { FavouriteNotices } from '#features/favourites/ui/favourite-notices.tsx'
import type { Standing } from '#features/likes/contract.ts'
import { LikeButton } from '#features/likes/ui/like-button.tsx'
import { LikesLeft } from '#features/likes/ui/likes-left.tsx'
import { LikesProvider, useLikes } from '#features/likes/ui/likes-provider.tsx'
import { PassButton, PassedNote } from '#features/likes/ui/pass-button.tsx'
import type { PhotoView } from '#features/photos/contract.ts'
import { PhotoGallery } from '#features/photos/ui/photo-gallery.tsx'
import type { PersonView, ProfileInfoProps } from '#features/profile/contract.ts'
import { PausedNotice } from '#features/profile/ui/paused-notice.tsx'
import { PersonSheet } from '#features/profile/ui/person-sheet.tsx'
import { Together } from '#features/profile/ui/together.tsx'
import type { CompatibilityView } from '#features/quiz/contract.ts'
import { Compatibility } from '#features/quiz/ui/compatibility.tsx'
import { apiPaths } from '#shared/api-paths.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/page-context.tsx'
import { routes } from '#shared/routes.ts'
import { Tag } from '#ui/badge.tsx'
import { IconLink } from '#ui/icon-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useKeptFocus } from '#ui/use-kept-focus.ts'
import { useSeen } from '#ui/use-seen.ts'
import { Safety } from './safety.tsx'
import styles from './page.module.css'

type Props = ProfileInfoProps & {
  photos: PhotoView[]
  write: WriteView
  isFavourite: boolean
  isPlain: boolean
  compatibility: CompatibilityView
}

export default function ProfileInfo({ data }: { data: Props }) {
  const { person, relation, quota, photos, write, isFavourite, isPlain, compatibility } = data
  const { t } = useI18n()
  const href = useHref()
  const isOwn = relation === null
  useSeen(apiPaths.visit, 'id', isOwn ? null : person.id)
  return (
    <LikesProvider quota={quota}>
      <FavouriteNotices />
      <PersonSheet
        person={person}
        isOwn={isOwn}
        band={relation?.band ?? null}
        shared={relation?.together.interests ?? []}
        corner={<IconLink href={href(routes.peopleNearby, {})} icon="arrow-left" kind="raised" label={t('profile.back')} />}
        side={
          relation ? (
            <>
              <Actions {...{ person, relation, quota, write, isFavourite }} />
              <Safety person={person} isPlain={isPlain} />
            </>
          ) : null
        }
        before={
          <>
            {isOwn ? <Notice title={t('profile.own.title')}>{t('profile.own.text')}</Notice> : null}
            <PhotoGallery photos={photos} name={person.firstName} />
          </>
        }
        after={
          relation ? (
            <>
              <Compatibility compatibility={compatibility} name={person.firstName} />
              <Together together={relation.together} />
            </>
          ) : null
        }
      />
    </LikesProvider>
  )
}

type ActionsProps = {
  person: PersonView
  relation: NonNullable<ProfileInfoProps['relation']>
  quota: ProfileInfoProps['quota']
  write: WriteView
  isFavourite: boolean
}

function Actions({ person, relation, quota, write, isFavourite }: ActionsProps) {
  const standing = useLikes().standingOf(person.id, relation.standing)
  const isPaused = usePage().viewer?.state === 'paused'
  const actions = useKeptFocus<HTMLDivElement>()
  if (isPaused && write.kind !== 'open') return <PausedNotice />
  return (
    <div ref={actions} className={styles.actions}>
      {standing === 'passed' ? (
        <>
          <PassedNote person={person} />
          <LikeButton person={person} standing={relation.standing} look="text" likesMe={relation.likesMe} wide />
          <LikesLeft {...quota} />
        </>
      ) : (
        <>
          <StandingTag name={person.firstName} standing={standing} likesMe={relation.likesMe} />
          {write.kind === 'open' ? <WriteTo person={person} write={write} /> : null}
          <LikeButton person={person} standing={relation.standing} look="text" likesMe={relation.likesMe} wide />
          {write.kind === 'open' ? null : <WriteTo person={person} write={write} />}
          <FavouriteButton person={person} kept={isFavourite} look="text" wide />
          <PassButton person={person} standing={relation.standing} look="text" wide />
          {standing === 'matched' ? null : <LikesLeft {...quota} />}
        </>
      )}
    </div>
  )
}

/** In one line, how the two stand to each other. */
function StandingTag({ name, standing, likesMe }: { name: string; standing: Standing; likesMe: boolean }) {
  const { t } = useI18n()
  const isMatched = standing === 'matched'
  const text = isMatched
    ? t('profile.matched')
    : standing === 'liked'
      ? t('profile.liked', { name })
      : likesMe
        ? t('profile.likesYou', { name })
        : null
  if (text === null) return null
  return (
    <Tag kind="thread" icon={isMatched ? 'heart-handshake' : 'heart'}>
      {text}
    </Tag>
  )
}
