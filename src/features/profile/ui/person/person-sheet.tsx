import type { ReactNode } from 'react'
import { describeBand, type DistanceBand } from '#features/location/contract.ts'
import type { Interest, PersonView } from '#features/profile/contract.ts'
import { tintOf } from '#shared/avatar.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Portrait } from '#ui/identity/portrait.tsx'
import { Facts } from './facts.tsx'
import { ForeignText } from '../prompts/foreign-text.tsx'
import { PromptAnswers } from '../prompts/prompt-answers.tsx'
import { InterestList } from './interest-list.tsx'
import styles from './person-sheet.module.css'
import { initialOf } from '#shared/text/cut.ts'

type Props = {
  person: PersonView
  isOwn: boolean
  band: DistanceBand | null
  shared: readonly Interest[]
  /** In the portrait's upper corners: the back button, and further actions. */
  corner?: ReactNode
  menu?: ReactNode
  /** Replaces the portrait: the person's photos. */
  picture?: ReactNode
  /** Under the portrait. */
  side?: ReactNode
  /** A button beside the text about oneself, or an answer. */
  heartOf?: ((kind: 'about' | 'answer', prompt?: string) => ReactNode) | undefined
  /** Content above the person's answers, after their own words, and below everything. */
  before?: ReactNode
  common?: ReactNode
  after?: ReactNode
  /** Stays at the foot of the window. */
  bar?: ReactNode
}

/** One person: portrait, their own words, what the viewer shares with them, interests and facts. */
export function PersonSheet({
  person,
  isOwn,
  band,
  shared,
  corner,
  menu,
  picture,
  side,
  heartOf,
  before,
  common,
  after,
  bar,
}: Props) {
  const { t, format } = useI18n()
  const none = isOwn ? t('profile.about.ownNone') : t('profile.about.none', { name: person.firstName })
  return (
    <article aria-labelledby="person" className={styles.sheet}>
      <div className={styles.profile}>
        <div className={styles.side}>
          <div className={isOwn ? `${styles.hero} ${styles.own}` : styles.hero}>
            {corner ? <div className={styles.back}>{corner}</div> : null}
            {menu ? <div className={styles.menu}>{menu}</div> : null}
            <Face person={person} band={band} picture={picture} />
          </div>
          {side}
        </div>
        <div className={styles.main}>
          {before}
          <section className={styles.about} aria-labelledby="about">
            <div className={styles.head}>
              <h2 id="about">{isOwn ? t('profile.about.own') : t('profile.about.title', { name: person.firstName })}</h2>
              {heartOf?.('about')}
            </div>
            <ForeignText text={person.about} language={person.aboutIn.named} className={styles.text}>
              <p className={styles.text} dir="auto" lang={person.about === '' ? undefined : (person.aboutIn.lang ?? undefined)}>
                {person.about || none}
              </p>
            </ForeignText>
          </section>
          <PromptAnswers answers={person.promptAnswers} heartOf={heartOf && ((prompt) => heartOf('answer', prompt))} />
          {person.verifiedAt === null ? null : (
            <p className={styles.verified}>
              <Icon name="badge-check" />
              {t('profile.verifiedOn', { date: format.date(person.verifiedAt) })}
            </p>
          )}
          {common}
          <InterestList interests={person.interests} shared={shared} />
          <Facts person={person} />
          {after}
        </div>
      </div>
      {bar ? (
        <div className={styles.foot}>
          <div className={styles.bar}>{bar}</div>
        </div>
      ) : null}
    </article>
  )
}

/** The portrait with the name, and where and whether the person is there. */
function Face({ person, band, picture }: Pick<Props, 'person' | 'band' | 'picture'>) {
  const translator = useI18n()
  const { t } = translator
  return (
    <Portrait
      src={person.avatar ?? undefined}
      alt={t('profile.portrait', { name: person.firstName })}
      initial={initialOf(person.firstName)}
      tint={tintOf(person.id)}
      picture={picture}
      priority
    >
      <h1 id="person" className={`${styles.name} name-line`} tabIndex={-1}>
        {t('people.person', { name: person.firstName, age: person.age })}
        {person.verified ? <Icon name="badge-check" label={t('profile.verified')} /> : null}
        {person.isPremium ? <Icon name="crown" label={t('people.premium')} /> : null}
      </h1>
      {band || person.online ? (
        <p className={styles.where}>
          {band ? (
            <span>
              <Icon name="map-pin" size="s" />
              {describeBand(translator, band)}
            </span>
          ) : null}
          {person.online ? (
            <span>
              <span className={styles.dot} />
              {t('profile.online')}
            </span>
          ) : null}
        </p>
      ) : null}
    </Portrait>
  )
}
