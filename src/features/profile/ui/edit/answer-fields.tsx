import { intents, profileLimits, type AnswersView, type ProfileField } from '#features/profile/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import type { FormView } from '#ui/forms/action-form.tsx'
import { ChoiceGroup } from '#ui/fields/choice-group.tsx'
import { TextAreaField } from '#ui/fields/text-area-field.tsx'
import styles from './answer-fields.module.css'
import { choicesOf } from '../choice-texts.ts'
import { HeightField } from './height-field.tsx'
import { LanguagesField } from './languages-field.tsx'
import { SeeField } from './see-field.tsx'
import { SeeLine } from './see-line.tsx'
import { TextLanguageField } from '../prompts/text-language-field.tsx'

type Limits = { characters: number; interests: number }
type Props = AnswersView & {
  fields: readonly ProfileField[]
  view: FormView
  limits?: Limits
  placeholder?: string
  /** The text above already names a single answer; its own label is then only for screen readers. */
  named?: boolean
  /** One line at the end sets who sees the answers, instead of a control after each. */
  seenTogether?: boolean
}

const profileDefaults: Limits = { characters: profileLimits.about, interests: profileLimits.interests }

/** Controls of some answers, with their visibilities. Values of a refused form take precedence over saved ones. */
export function AnswerFields({ fields, seenTogether = false, ...rest }: Props) {
  const { view, visibility } = rest
  return (
    <>
      {fields.map((field) => (
        <div key={field} className={styles.field}>
          <AnswerField field={field} seenTogether={seenTogether} {...rest} />
          {seenTogether ? null : <SeeField field={field} view={view} saved={visibility[field]} />}
        </div>
      ))}
      {seenTogether ? <SeeLine fields={fields} view={view} visibility={visibility} /> : null}
    </>
  )
}

type FieldProps = Omit<Props, 'fields'> & { field: ProfileField }

type AboutProps = Pick<FieldProps, 'view' | 'answers' | 'offered'> & {
  limits: Limits
  placeholder: string | undefined
  named: boolean
}

function AboutField({ view, answers, offered, limits, placeholder, named }: AboutProps) {
  const { t } = useI18n()
  return (
    <>
      <TextAreaField
        label={t('profile.field.about')}
        labelHidden={named}
        hint={t('profile.fieldHint.about')}
        name="about"
        rows={4}
        maxLength={limits.characters}
        placeholder={placeholder}
        defaultValue={textOf(view, 'about') ?? answers.about}
        error={view.fields['about']}
      />
      <TextLanguageField
        name="aboutLanguage"
        languages={offered.languages}
        typed={textOf(view, 'aboutLanguage')}
        saved={answers.about === '' ? undefined : (answers.aboutLanguage ?? '')}
        error={view.fields['aboutLanguage']}
      />
    </>
  )
}

function AnswerField({
  field,
  view,
  answers,
  offered,
  seenTogether,
  limits = profileDefaults,
  placeholder,
  named = false,
}: FieldProps) {
  const { t } = useI18n()
  const typed = (saved: string) => textOf(view, field) ?? saved
  const shared = { legend: t(`profile.field.${field}`), legendHidden: named, error: view.fields[field] }
  switch (field) {
    case 'about':
      return <AboutField {...{ view, answers, offered, limits, placeholder, named }} />
    case 'interests':
    case 'languages': {
      const chosen = listOf(view, field) ?? answers[field]
      const isInterests = field === 'interests'
      if (seenTogether && !isInterests) return <LanguagesField offered={offered.languages} chosen={chosen} error={shared.error} />
      const options = isInterests
        ? offered.interests.map((value) => ({ value, label: t(`profile.interest.${value}`) }))
        : offered.languages.map((value) => ({ value, label: t(`profile.language.${value}`) }))
      return (
        <ChoiceGroup
          {...shared}
          name={`${field}[]`}
          look="chips"
          multiple
          hint={t(`profile.fieldHint.${field}`, { count: isInterests ? limits.interests : profileLimits.languages })}
          defaultValue={chosen}
          options={options}
        />
      )
    }
    case 'intent':
      return (
        <ChoiceGroup
          {...shared}
          name="intent"
          required
          defaultValue={typed(answers.intent ?? '')}
          options={intents.map((value) => ({ value, label: t(`profile.intent.${value}`) }))}
        />
      )
    case 'heightCm':
      return (
        <HeightField
          label={shared.legend}
          labelHidden={named}
          error={shared.error}
          defaultValue={typed(answers.heightCm === null ? '' : String(answers.heightCm))}
        />
      )
    default:
      return (
        <ChoiceGroup
          {...shared}
          name={field}
          look="chips"
          // Nothing is selected until the member has answered.
          defaultValue={textOf(view, field) ?? answers[field] ?? undefined}
          options={[...choicesOf(field, t), { value: '', label: t('profile.untold') }]}
        />
      )
  }
}

function textOf(view: FormView, name: string): string | undefined {
  const value = view.values[name]
  return typeof value === 'string' ? value : undefined
}

/** Returns a list from a refused form; a missing name means an empty list, if any value was returned. */
function listOf(view: FormView, name: string): string[] | undefined {
  const value = view.values[name]
  if (Array.isArray(value)) return value
  return Object.keys(view.values).length > 0 ? [] : undefined
}
