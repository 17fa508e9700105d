import type { ReactNode } from 'react'
import type { PromptAnswerView, SpokenLanguage } from '#features/profile/contract.ts'
import type { PersonCardView } from '#features/nearby/contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { Tag } from '#ui/feedback/badge.tsx'
import { Card, cardLink } from '#ui/layout/card.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { describeBand } from '#features/location/contract.ts'
import { WithTranslation } from '#ui/translation/with-translation.tsx'
import { CardPhotos } from './card-photos.tsx'
import styles from './person-card.module.css'

const shownReasons = 2

type PersonCardProps = {
  person: PersonCardView
  /** First row of the page: its portraits load at once. */
  priority: boolean
  /** Buttons at the foot, above the link that covers the card. */
  actions: ReactNode
  /** Opens all reasons; beside the two best. */
  why: ReactNode
  /** A button over the portrait. */
  corner?: ReactNode
  /** A button beside the person's own words. */
  renderHeart: (kind: 'answer' | 'about', prompt?: string) => ReactNode
  /** Names their language, if the reader does not speak it; `control` offers a translation. */
  renderLanguage: (language: SpokenLanguage | null, control: ReactNode) => ReactNode
  /** The only one left: in wide windows the card takes the place of them all. */
  isAlone: boolean
}

/** One person of the list: the whole card opens the profile. */
export function PersonCard({ person, priority, actions, why, corner, renderHeart, renderLanguage, isAlone }: PersonCardProps) {
  const translator = useI18n()
  const { t } = translator
  const href = useHref()
  return (
    <Card as="article" flush interactive className={isAlone ? `${styles.card} ${styles.alone}` : styles.card}>
      <CardPhotos person={person} priority={priority}>
        <h3 className={`${styles.name} name-line`}>
          <a className={cardLink} href={href(routes.profileInfo, { id: person.id })} draggable={false}>
            {t('people.person', { name: person.firstName, age: person.age })}
          </a>
          {person.verified ? <Icon name="badge-check" label={t('people.verified')} /> : null}
          {person.isPremium ? <Icon name="crown" label={t('people.premium')} /> : null}
        </h3>
        <p className={styles.band}>
          <Icon name="map-pin" size="s" />
          {describeBand(translator, person.band)}
        </p>
      </CardPhotos>
      <div className={styles.foot}>
        {person.answer ? (
          <div className={styles.answered}>
            <Words {...person.answer} renderLanguage={renderLanguage} />
            {renderHeart('answer', person.answer.prompt)}
          </div>
        ) : null}
        {person.about ? (
          <div className={styles.answered}>
            <Words {...person.about} renderLanguage={renderLanguage} />
            {renderHeart('about')}
          </div>
        ) : null}
        <div className={styles.reasons}>
          <p className={styles.intent}>{person.intent ? t(`profile.intent.${person.intent}`) : null}</p>
          <Reasons person={person} />
        </div>
        {why}
        <div className={styles.actions}>{actions}</div>
      </div>
      <div className={styles.corner}>
        {corner}
        {person.likesMe ? (
          <Tag icon="heart" kind="thread">
            {t(person.likedThing === null ? 'people.likesYou' : `people.likesYour.${person.likedThing}`)}
          </Tag>
        ) : null}
        {person.isBoosted ? (
          <Tag icon="rocket" kind="amber">
            {t('people.boosted')}
          </Tag>
        ) : null}
      </div>
    </Card>
  )
}

type WordsProps = Omit<PromptAnswerView, 'prompt' | 'question'> & { question?: string } & Pick<PersonCardProps, 'renderLanguage'>

/** The person's own words: an answer with its question, or of the text about themselves. */
function Words({ question, text, lang, named, renderLanguage }: WordsProps) {
  return (
    <WithTranslation text={text} language={named}>
      {(translated, control) => (
        <div className={styles.answer}>
          {question === undefined ? null : <p className={styles.question}>{question}</p>}
          <p className={styles.words} dir="auto" lang={translated === null ? (lang ?? undefined) : undefined}>
            {translated ?? text}
          </p>
          {renderLanguage(named, control)}
        </div>
      )}
    </WithTranslation>
  )
}

/** The two best: compatibility if it is shown, and shared interests. */
function Reasons({ person: { match, shared } }: { person: PersonCardView }) {
  const { t, tn, format } = useI18n()
  const isMatch = match !== null
  const interests = shared.slice(0, isMatch ? shownReasons - 1 : shownReasons)
  if (!isMatch && interests.length === 0) return null
  const more = shared.length - interests.length
  return (
    <ul className={styles.shared} aria-label={t('people.shared')}>
      {isMatch ? (
        <li>
          <Tag icon="sparkles">{t('people.match', { percent: format.percent(match / 100) })}</Tag>
        </li>
      ) : null}
      {interests.map((interest) => (
        <li key={interest}>
          <Tag kind="thread">{t(`profile.interest.${interest}`)}</Tag>
        </li>
      ))}
      {more > 0 ? <li className="visually-hidden">{tn('people.more', more)}</li> : null}
    </ul>
  )
}
