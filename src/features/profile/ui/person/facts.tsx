import type { PersonView } from '#features/profile/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import type { IconName } from '#ui/icons/icon-names.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { describeHeight } from '../edit/describe-height.ts'
import styles from './facts.module.css'

type Fact = { icon: IconName; name: string; text: string }

/** A person's answers as chips, each with its name; unanswered ones are omitted. */
export function Facts({ person }: { person: PersonView }) {
  const translator = useI18n()
  const { t, format } = translator
  const { intent, gender, languages, heightCm, body, drinking, smoking } = person
  const { education, kids, politics, religion, orientation } = person
  // Written field by field, because a loop would load the lists of all answers.
  const facts: (Fact | null)[] = [
    intent && { icon: 'heart-handshake', name: t('profile.facts.intent'), text: t(`profile.intent.${intent}`) },
    gender && { icon: 'venus-and-mars', name: t('profile.facts.gender'), text: t(`profile.gender.${gender}`) },
    heightCm === null ? null : { icon: 'ruler', name: t('profile.facts.height'), text: describeHeight(translator, heightCm) },
    languages.length === 0
      ? null
      : {
          icon: 'languages',
          name: t('profile.facts.languages'),
          text: format.list(languages.map((language) => t(`profile.language.${language}`))),
        },
    body && { icon: 'user', name: t('profile.facts.body'), text: t(`profile.body.${body}`) },
    drinking && { icon: 'wine', name: t('profile.facts.drinking'), text: t(`profile.drinking.${drinking}`) },
    smoking && { icon: 'cigarette', name: t('profile.facts.smoking'), text: t(`profile.smoking.${smoking}`) },
    education && { icon: 'graduation-cap', name: t('profile.facts.education'), text: t(`profile.education.${education}`) },
    kids && { icon: 'baby', name: t('profile.facts.kids'), text: t(`profile.kids.${kids}`) },
    politics && { icon: 'landmark', name: t('profile.facts.politics'), text: t(`profile.politics.${politics}`) },
    religion && { icon: 'church', name: t('profile.facts.religion'), text: t(`profile.religion.${religion}`) },
    orientation && { icon: 'rainbow', name: t('profile.facts.orientation'), text: t(`profile.orientation.${orientation}`) },
  ]
  const known = facts.filter((fact) => fact !== null)
  if (known.length === 0) return null
  return (
    <section aria-labelledby="facts">
      <h2 id="facts" className="visually-hidden">
        {t('profile.facts.title')}
      </h2>
      <dl className={styles.facts}>
        {known.map(({ icon, name, text }) => (
          <div key={name}>
            <dt>
              <Icon name={icon} />
              {name}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
