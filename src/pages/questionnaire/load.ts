import type { OperatorProps } from '#features/legal/contract.ts'
import { operatorOf } from '#features/legal/server/public.ts'
import { looksOf, portraitSeeds, viewDrawing } from '#features/avatars/server/public.ts'
import { addressesFor, ownPhotosStatement, toOwnPhotos } from '#features/photos/server/public.ts'
import { viewPlace } from '#features/location/server/public.ts'
import { toAnswersView } from '#features/profile/server/answers-view.ts'
import type { ProfileField } from '#features/profile/contract.ts'
import { toPromptAnswers } from '#features/profile/server/prompt-answers.ts'
import { readerOf } from '#features/profile/server/reader-of.ts'
import { answeredFields } from '#features/profile/server/public.ts'
import type { QuestionnaireProps } from '#features/onboarding/contract.ts'
import { portraitPage, portraitsOf, stepToShow } from '#features/onboarding/rules.ts'
import { answersStatement } from '#features/onboarding/server/queries.ts'
import { facelessAvatar } from '#shared/avatar.ts'
import { notFound } from '#shared/errors.ts'
import { closedNote } from '#server/closed-note.ts'
import { defineLoad } from '#server/pages/load.ts'
import { Drawing } from './lazy.tsx'

export default defineLoad({
  statements: ({ db, viewerId }) => [answersStatement(db, viewerId), ownPhotosStatement(db, viewerId)] as const,
  async props({ env, viewerId, now, url, translator, closed }, [[row], photoRows]): Promise<QuestionnaireProps & OperatorProps> {
    if (!row) throw notFound()
    const operator = operatorOf(env)
    const answered = new Set<ProfileField | 'promptAnswers'>(answeredFields(row))
    if (row.promptAnswers.length > 0) answered.add('promptAnswers')
    const step = stepToShow(url.searchParams.get('step'), row, answered)
    switch (step) {
      case 'portrait': {
        const page = portraitPage(url.searchParams.get('seed'))
        const photos = toOwnPhotos(photoRows, await addressesFor(env, viewerId, now))
        const offered = portraitsOf(row.gender, page, await portraitSeeds(env, viewerId))
        const chosen = row.avatar === facelessAvatar ? null : row.avatar
        const looks = await looksOf(chosen === null ? offered : [...offered, chosen])
        const isDrawing = url.searchParams.has('seed') || (chosen !== null && photos.length === 0)
        return {
          step,
          offered,
          looks,
          chosen,
          page,
          kind: isDrawing ? 'drawing' : photos.length > 0 ? 'photo' : null,
          drawing: url.searchParams.has('draw')
            ? await viewDrawing({ avatar: row.avatar, gender: row.gender, url, translator })
            : null,
          photos,
          photosClosed: await closedNote({ closed, translator }, 'photos'),
          operator,
        }
      }
      case 'place':
        return { step, place: await viewPlace({ env, url, translator }, row), operator }
      case 'intent': {
        const { seeksAgeMin, seeksAgeMax } = row
        return { step, ...toAnswersView(row, translator), seeksAgeMin, seeksAgeMax, operator }
      }
      case 'answers': {
        const view = toAnswersView(row, translator)
        // Most readers speak the page's language. It is only ticked: the step saves it.
        const languages = view.answers.languages.length > 0 ? view.answers.languages : view.offered.languages.slice(0, 1)
        return {
          step,
          ...view,
          answers: { ...view.answers, languages },
          promptAnswers: toPromptAnswers(row.promptAnswers, await readerOf([], translator.locale.code)),
          operator,
        }
      }
      default:
        return { step, ...toAnswersView(row, translator), operator }
    }
  },
  parts: (_, props) => (props.step === 'portrait' && props.drawing ? [Drawing] : []),
  title: ({ translator }, { step }) => translator.t(`questionnaire.${step}.title`),
})
