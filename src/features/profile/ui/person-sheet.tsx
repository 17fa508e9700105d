import type { ReactNode } from 'react'
import type { DistanceBand } from '#features/location/contract.ts'
import type { Interest, PersonView } from '#features/profile/contract.ts'
import { tintOf } from '#shared/avatar.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Icon } from '#ui/icon.tsx'
import { Portrait } from '#ui/portrait.tsx'
import { Facts } from './facts.tsx'
import { InterestList } from './interest-list.tsx'
import styles from './person-sheet.module.css'

type Props = {
  person: PersonView
  isOwn: boolean
  band: DistanceBand | null
  shared: readonly Interest[]
  /** In the portrait's corner: the way back. */
  corner?: ReactNode
  /** Under the portrait. */
  side: ReactNode
  /** Above and below what the person tells. */
  before?: ReactNode
  after?: ReactNode
}

/** One person: portrait beside facts, text and interests. */
export function PersonSheet({ person, isOwn, band, shared, corner, side, before, after }: Props) {
  const { t } = useI18n()
  const none = isOwn ? t('profile.about.ownNone') : t('profile.about.none', { name: person.firstName })
  return (
    <article className={styles.profile} aria-labelledby="person">
      <div className={styles.side}>
        {corner ? <div className={styles.back}>{corner}</div> : null}
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
        {side}
      </div>
      <div className={styles.main}>
        {before}
        <Facts person={person} band={band} />
        <section className={styles.about} aria-labelledby="about">
          <h2 id="about">{isOwn ? t('profile.about.own') : t('profile.about.title', { name: person.firstName })}</h2>
          <p className={styles.text}>{person.about || none}</p>
        </section>
        <InterestList interests={person.interests} shared={shared} />
        {after}
      </div>
    </article>
  )
}
