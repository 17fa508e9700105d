import type { ReactNode } from 'react'
import { describeBand } from '#features/location/contract.ts'
import type { PersonCardView } from '#features/nearby/contract.ts'
import { tintOf } from '#shared/avatar.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routes.ts'
import { Tag } from '#ui/badge.tsx'
import { Card, cardLink } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { Portrait } from '#ui/portrait.tsx'
import styles from './person-card.module.css'

const shownInterests = 3

type PersonCardProps = {
  person: PersonCardView
  /** The first row of the page: its portraits load at once. */
  priority: boolean
  /** Buttons at the foot, above the link that covers the card. */
  actions: ReactNode
  /** A button over the portrait. */
  corner?: ReactNode
}

/** One person of the list: the whole card opens the profile. */
export function PersonCard({ person, priority, actions, corner }: PersonCardProps) {
  const translator = useI18n()
  const { t, format } = translator
  const href = useHref()
  return (
    <Card as="article" flush interactive className={styles.card}>
      <Portrait
        src={person.avatar ?? undefined}
        alt=""
        initial={person.firstName.slice(0, 1)}
        tint={tintOf(person.id)}
        onlineLabel={person.online ? t('people.online') : undefined}
        priority={priority}
      >
        <h3 className={styles.name}>
          <a className={cardLink} href={href(routes.profileInfo, { id: person.id })}>
            {t('people.person', { name: person.firstName, age: person.age })}
          </a>
          {person.verified ? <Icon name="badge-check" label={t('people.verified')} /> : null}
        </h3>
        <p className={styles.band}>
          <Icon name="map-pin" size="s" />
          {describeBand(translator, person.band)}
        </p>
      </Portrait>
      <div className={styles.foot}>
        {person.isBoosted ? (
          <p>
            <Tag icon="rocket" kind="amber">
              {t('people.boosted')}
            </Tag>
          </p>
        ) : null}
        {person.intent ? <p className={styles.intent}>{t(`profile.intent.${person.intent}`)}</p> : null}
        {person.match === null ? null : (
          <p>
            <Tag icon="sparkles">{t('people.match', { percent: format.percent(person.match / 100) })}</Tag>
          </p>
        )}
        <SharedInterests person={person} />
        <div className={styles.actions}>{actions}</div>
      </div>
      {corner ? <div className={styles.corner}>{corner}</div> : null}
    </Card>
  )
}

function SharedInterests({ person }: { person: PersonCardView }) {
  const { t, tn } = useI18n()
  const { shared } = person
  if (shared.length === 0) return null
  return (
    <ul className={styles.shared} aria-label={t('people.shared')}>
      {shared.slice(0, shownInterests).map((interest) => (
        <li key={interest}>
          <Tag kind="thread">{t(`profile.interest.${interest}`)}</Tag>
        </li>
      ))}
      {shared.length > shownInterests ? (
        <li className={styles.more}>{tn('people.more', shared.length - shownInterests)}</li>
      ) : null}
    </ul>
  )
}
