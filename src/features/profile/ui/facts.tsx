import { choiceFields, type ChoiceField, type PersonView } from '#features/profile/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import type { IconName } from '#ui/icon-names.ts'
import { Icon } from '#ui/icon.tsx'
import { choicesOf } from './choice-texts.ts'
import { describeHeight } from './describe-height.ts'
import styles from './facts.module.css'

type Fact = { icon: IconName; name: string; text: string }

const choiceIcons: Record<ChoiceField, IconName> = {
  body: 'user',
  drinking: 'wine',
  smoking: 'cigarette',
  education: 'graduation-cap',
  kids: 'baby',
  politics: 'landmark',
  religion: 'church',
  orientation: 'rainbow',
}

/** What a person told about themselves as chips, each with its name; what they left out is not there. */
export function Facts({ person }: { person: PersonView }) {
  const translator = useI18n()
  const { t, format } = translator
  const { intent, gender, languages, heightCm } = person
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
    ...choiceFields.map((field) => {
      const told = choicesOf(field, t).find(({ value }) => value === person[field])
      return told ? { icon: choiceIcons[field], name: t(`profile.facts.${field}`), text: told.label } : null
    }),
  ]
  const told = facts.filter((fact) => fact !== null)
  if (told.length === 0) return null
  return (
    <section aria-labelledby="facts">
      <h2 id="facts" className="visually-hidden">
        {t('profile.facts.title')}
      </h2>
      <dl className={styles.facts}>
        {told.map(({ icon, name, text }) => (
          <div key={name}>
            <Icon name={icon} />
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
