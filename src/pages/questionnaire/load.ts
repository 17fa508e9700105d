import { interests, type Interest } from '#features/profile/contract.ts'
import { isIntent, isInterest } from '#features/profile/server/public.ts'
import type { QuestionnaireProps } from '#features/questionnaire/contract.ts'
import { portraitPage, portraitsOf, stepToShow } from '#features/questionnaire/rules.ts'
import { cityGroups } from '#features/questionnaire/server/city-groups.ts'
import { answersStatement, citiesStatement } from '#features/questionnaire/server/queries.ts'
import { notFound } from '#shared/errors.ts'
import type { Translator } from '#shared/i18n/translator.ts'
import { defineLoad } from '#worker/http/load.ts'

export default defineLoad({
  statements: ({ db, sub }) => [answersStatement(db, sub), citiesStatement(db)],
  props({ url, translator }, [[answers], cities]): QuestionnaireProps {
    if (!answers) throw notFound()
    const { intent, seeksAgeMin, seeksAgeMax } = answers
    switch (stepToShow(url.searchParams.get('step'), answers)) {
      case 'portrait': {
        const page = portraitPage(url.searchParams.get('seed'))
        return { step: 'portrait', offered: portraitsOf(answers, page), chosen: answers.avatar, page }
      }
      case 'place':
        return {
          step: 'place',
          groups: cityGroups(cities, translator.locale),
          cityId: answers.cityId,
          hasCell: answers.cellX !== null,
        }
      case 'intent':
        return { step: 'intent', intent: intent !== null && isIntent(intent) ? intent : null, seeksAgeMin, seeksAgeMax }
      case 'about':
        return {
          step: 'about',
          about: answers.about,
          interests: answers.interests.filter(isInterest),
          offered: sortedInterests(translator),
        }
    }
  },
  title: ({ translator }, { step }) => translator.t(`questionnaire.${step}.title`),
})

/** Sorted here and not in the component: two engines may disagree about an alphabet, and hydration must not differ. */
function sortedInterests({ t, locale }: Translator): Interest[] {
  const { compare } = new Intl.Collator(locale.lang)
  return interests
    .map((value) => ({ value, label: t(`profile.interest.${value}`) }))
    .sort((one, other) => compare(one.label, other.label))
    .map(({ value }) => value)
}
