import { collator } from '#shared/intl/formats.ts'
import type { Translator } from '#shared/i18n/translator.ts'
import { recordOf } from '#shared/records.ts'
import {
  languagesNear,
  interests,
  pageLanguage,
  profileFields,
  spokenLanguages,
  type AnswersView,
  type StoredAnswers,
} from '../contract.ts'
import { toAnswers, visibilityOf } from '../rules.ts'

/** Returns a member's own answers for the forms. */
export function toAnswersView(
  row: StoredAnswers & { visibility: Readonly<Record<string, string>> },
  translator: Translator,
): AnswersView {
  const languages = sorted(spokenLanguages, (value) => translator.t(`profile.language.${value}`), translator)
  const near = languagesNear(pageLanguage(translator.locale.code))
  return {
    answers: toAnswers(row),
    visibility: recordOf(profileFields, (field) => visibilityOf(row.visibility, field)),
    offered: {
      interests: sorted(interests, (value) => translator.t(`profile.interest.${value}`), translator),
      // Most readers speak the page's language, so it comes first, and then those that its speakers often speak besides.
      languages: [...near, ...languages.filter((language) => !near.includes(language))],
    },
  }
}

/** Sorted here and not in the component: two engines may disagree about an alphabet, and hydration must not differ. */
function sorted<Value extends string>(
  values: readonly Value[],
  labelOf: (value: Value) => string,
  { locale }: Translator,
): Value[] {
  const { compare } = collator(locale.lang)
  return values
    .map((value) => ({ value, label: labelOf(value) }))
    .sort((one, other) => compare(one.label, other.label))
    .map(({ value }) => value)
}
