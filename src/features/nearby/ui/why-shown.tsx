import { describeBand } from '#features/location/contract.ts'
import type { NearbyView, PersonCardView } from '#features/nearby/contract.ts'
import { scoreOf, weights } from '#features/nearby/rules.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import styles from './why-shown.module.css'

/** 'Why am I seeing this?': the parts of one card's score, in points and in words. */
export function WhyShown({ person, order }: { person: PersonCardView; order: NearbyView['order'] }) {
  const translator = useI18n()
  const { t } = translator
  const { points, activity } = person.reasons
  const { common } = points
  const isByQuiz = person.match !== null || common === null
  const title = t('people.why.open', { name: person.firstName })
  const parts = [
    { part: 'common', text: <CommonText person={person} /> },
    { part: 'distance', text: describeBand(translator, person.band) },
    { part: 'activity', text: t(`people.why.activityText.${activity}`) },
    { part: 'completeness', text: null },
  ] as const
  return (
    <Menu icon="info" label={title} direction="up">
      <div className={styles.why}>
        <IconButton
          className={styles.close}
          icon="x"
          label={t('common.form.close')}
          onClick={({ currentTarget }) => currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
        />
        <h4 className={styles.title}>{title}</h4>
        <p>{t('people.why.mutual', { name: person.firstName })}</p>
        {person.likesMe && order === 'best' ? <p>{t('people.why.likesYou', { name: person.firstName })}</p> : null}
        {person.isBoosted ? <p>{t('people.why.boosted', { name: person.firstName })}</p> : null}
        {order === 'neutral' ? <p>{t('people.order.neutralText')}</p> : null}
        <dl className={styles.parts}>
          {parts.map(({ part, text }) => (
            <div key={part}>
              <dt>{t(part === 'common' && isByQuiz ? 'people.why.quiz' : `people.why.${part}`)}</dt>
              <Share points={points[part]} max={weights[part]} />
              {text ? <dd className={styles.text}>{text}</dd> : null}
            </div>
          ))}
          {/* A sum would reveal the hidden part. */}
          {common === null ? null : (
            <div className={styles.total}>
              <dt>{t('people.why.total')}</dt>
              <Share points={scoreOf({ ...points, common })} max={100} />
            </div>
          )}
        </dl>
      </div>
    </Menu>
  )
}

function Share({ points, max }: { points: number | null; max: number }) {
  const { t, format } = useI18n()
  if (points === null) return null
  return (
    <dd className={styles.points}>
      {t('people.why.points', { points: format.number(Math.round(points)), max: format.number(max) })}
    </dd>
  )
}

function CommonText({ person }: { person: PersonCardView }) {
  const { t, format } = useI18n()
  if (person.match !== null) return t('people.why.quizText', { percent: format.percent(person.match / 100) })
  if (person.reasons.points.common === null) return t('people.why.quizLow')
  const names = person.shared.map((interest) => format.inSentence(t(`profile.interest.${interest}`)))
  const sentences = [
    names.length ? t('people.why.interestsText', { list: format.list(names) }) : null,
    person.reasons.sameIntent ? t('people.why.intentText') : null,
  ].filter((sentence) => sentence !== null)
  if (sentences.length === 0) sentences.push(t('people.why.nothingText'))
  return [...sentences, t('people.why.fewAnswers')].join(' ')
}
