import type { QuizProps } from '#features/quiz/contract.ts'
import { questionToShow } from '#features/quiz/rules.ts'
import { ownAnswersStatement } from '#features/quiz/server/queries.ts'
import { defineLoad } from '#worker/http/load.ts'

export default defineLoad({
  statements: ({ db, sub }) => [ownAnswersStatement(db, sub)] as const,
  props({ url: { searchParams } }, [answers]): QuizProps {
    const question = questionToShow(searchParams, new Set(answers.map((answer) => answer.question)))
    return { answers, question, isEdit: searchParams.get('edit') === '1' }
  },
  title: ({ translator }) => translator.t('quiz.title'),
})
