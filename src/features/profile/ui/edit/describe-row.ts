import type { EditRow, ProfileField, ProfileSettingsProps } from '#features/profile/contract.ts'
import type { Translator } from '#shared/i18n/translator.ts'
import { choicesOf } from '../choice-texts.ts'
import { describeHeight } from './describe-height.ts'
import { answerIndex, isAnswerRow } from './edit-rows.ts'

/** Returns the name of a row, and of the sheet that it opens. */
export function titleOfRow(
  row: EditRow,
  { promptAnswers }: Pick<ProfileSettingsProps, 'promptAnswers'>,
  { t }: Translator,
): string {
  if (isAnswerRow(row)) {
    const answer = promptAnswers[answerIndex(row)]
    return answer ? t(`profile-prompts.${answer.prompt}`) : t('profile.answers.add')
  }
  switch (row) {
    case 'answers':
      return t('profile.answers.title')
    case 'basics':
    case 'place':
    case 'seeking':
      return t(`profile.settings.${row}.title`)
    case 'portrait':
      return t('profile.field.avatar')
    case 'pause':
      return t('profile.pause.title')
    default:
      return t(`profile.field.${row}`)
  }
}

type Saved = Pick<ProfileSettingsProps, 'basics' | 'age' | 'place' | 'seeks' | 'answers' | 'promptAnswers'>

/** Returns a row's saved answers in words; '' without any. */
export function describeRow(row: EditRow, data: Saved, translator: Translator): string {
  const { t, format } = translator
  const { basics, place, seeks, answers, promptAnswers } = data
  if (isAnswerRow(row)) return promptAnswers[answerIndex(row)]?.text ?? ''
  if (row === 'answers') return promptAnswers.map(({ text }) => text).join(' · ')
  // A list on its own begins with a capital.
  const listAlone = (labels: readonly string[]) =>
    format.list(labels.map((label, index) => (index === 0 ? label : format.inSentence(label))))
  switch (row) {
    case 'basics': {
      const name = `${basics.firstName}, ${format.number(data.age)}`
      return basics.gender ? `${name} · ${t(`profile.gender.${basics.gender}`)}` : name
    }
    case 'place':
      return place.saved?.name ?? (place.hasCell ? t('profile.settings.place.set') : '')
    case 'seeking': {
      const ages = `${format.number(seeks.ageMin)}–${format.number(seeks.ageMax)}`
      const whom = `${listAlone(seeks.genders.map((gender) => t(`profile.seeks.${gender}`)))}, ${ages}`
      return answers.intent ? `${whom} · ${t(`profile.intent.${answers.intent}`)}` : whom
    }
    case 'portrait':
    case 'pause':
      return ''
    case 'about':
      return answers.about
    case 'interests':
      return listAlone(answers.interests.map((value) => t(`profile.interest.${value}`)))
    case 'languages':
      return format.list(answers.languages.map((value) => t(`profile.language.${value}`)))
    case 'heightCm':
      return answers.heightCm === null ? '' : describeHeight(translator, answers.heightCm)
    default:
      return choicesOf(row, t).find(({ value }) => value === answers[row])?.label ?? ''
  }
}

/** Returns the answer whose visibility a row sets; null if it sets none. */
export function fieldOfRow(row: EditRow): ProfileField | null {
  if (isAnswerRow(row) || row === 'answers') return null
  if (row === 'seeking') return 'intent'
  return row === 'basics' || row === 'place' || row === 'portrait' || row === 'pause' ? null : row
}
