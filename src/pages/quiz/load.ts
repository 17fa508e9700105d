import type { QuizProps } from '#features/quiz/contract.ts'
import { questionToShow } from '#features/quiz/rules.ts'
import { ownAnswersStatement } from '#features/quiz/server/queries.ts'
import { defineLoad } from '#server/pages/load.ts'

export default defineLoad({
  statements: ({ db, viewerId }) => [ownAnswersStatement(db, viewerId)] as const,
  props({ url: { searchParams } }, [rows]): QuizProps {
    const latest = rows.toSorted((one, other) => other.answeredAt - one.answeredAt)[0]
    const answers = rows.map(({ question, answer, acceptableMask, importance, isPublic }) => ({
      question,
      answer,
      acceptableMask,
      importance,
      isPublic,
    }))
    const question = questionToShow(searchParams, new Set(answers.map((answer) => answer.question)))
    return { answers, question, lastIsPublic: latest?.isPublic ?? false, isEdit: searchParams.get('edit') === '1' }
  },
  title: ({ translator }) => translator.t('quiz.title'),
})
