import type { Standing } from '#features/likes/contract.ts'
import { LikeButton } from '#features/likes/ui/like-button.tsx'
import { LikesLeft } from '#features/likes/ui/likes-left.tsx'
import { LikesProvider, useLikes } from '#features/likes/ui/likes-provider.tsx'
import { PassButton, PassedNote } from '#features/likes/ui/pass-button.tsx'
import type { PersonView, ProfileInfoProps } from '#features/profile/contract.ts'
import { Facts } from '#features/profile/ui/facts.tsx'
import { InterestList } from '#features/profile/ui/interest-list.tsx'
import { Together } from '#features/profile/ui/together.tsx'
import { useVisit } from '#features/visits/ui/use-visit.ts'
import { tintOf } from '#shared/avatar.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routes.ts'
import { Tag } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { IconLink } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { Portrait } from '#ui/portrait.tsx'
import styles from './page.module.css'

export default function ProfileInfo({ data: { person, relation, quota } }: { data: ProfileInfoProps }) {
  const { t } = useI18n()
  const href = useHref()
  const isOwn = relation === null
  useVisit(isOwn ? null : person.id)
  return (
    <LikesProvider quota={quota}>
      <article className={styles.profile} aria-labelledby="person">
        <div className={styles.side}>
          <IconLink
            href={href(routes.peopleNearby, {})}
            icon="arrow-left"
            kind="raised"
            label={t('profile.back')}
            className={styles.back}
          />
          <Portrait
            src={person.avatar ?? undefined}
            alt={t('profile.portrait', { name: person.firstName })}
            initial={person.firstName.slice(0, 1)}
            tint={tintOf(person.id)}
            onlineLabel={person.online ? t('profile.online') : undefined}
            priority
          >
            <h1 id="person" className={styles.name}>
              {t('people.person', { name: person.firstName, age: person.age })}
              {person.verified ? <Icon name="badge-check" label={t('profile.verified')} /> : null}
            </h1>
          </Portrait>
          {relation ? <Actions person={person} relation={relation} quota={quota} /> : null}
        </div>
        <div className={styles.main}>
          {isOwn ? <Notice title={t('profile.own.title')}>{t('profile.own.text')}</Notice> : null}
          <Facts person={person} band={relation?.band ?? null} />
          <section className={styles.about} aria-labelledby="about">
            <h2 id="about">{isOwn ? t('profile.about.own') : t('profile.about.title', { name: person.firstName })}</h2>
            <p className={styles.text}>{person.about || t('profile.about.none', { name: person.firstName })}</p>
          </section>
          <InterestList interests={person.interests} shared={relation?.together.interests ?? []} />
          {relation ? <Together together={relation.together} /> : null}
        </div>
      </article>
    </LikesProvider>
  )
}

type ActionsProps = { person: PersonView; relation: NonNullable<ProfileInfoProps['relation']>; quota: ProfileInfoProps['quota'] }

function Actions({ person, relation, quota }: ActionsProps) {
  const { t } = useI18n()
  const href = useHref()
  const standing = useLikes().standingOf(person.id, relation.standing)
  if (standing === 'passed') return <PassedNote person={person} />
  return (
    <div className={styles.actions}>
      <StandingTag name={person.firstName} standing={standing} likesMe={relation.likesMe} />
      {standing === 'matched' && relation.conversationId ? (
        <ButtonLink wide icon="message-circle" href={href(routes.messages, {}, { query: { chat: relation.conversationId } })}>
          {t('profile.write', { name: person.firstName })}
        </ButtonLink>
      ) : null}
      <LikeButton person={person} standing={relation.standing} look="text" likesMe={relation.likesMe} wide />
      <PassButton person={person} standing={relation.standing} look="text" wide />
      {standing === 'matched' ? null : <LikesLeft {...quota} />}
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
