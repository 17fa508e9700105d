import type { QuizProps } from '#features/quiz/contract.ts'
import { AnswersView } from '#features/quiz/ui/answers-view.tsx'
import { QuestionView } from '#features/quiz/ui/question-view.tsx'

export default function Quiz({ data: { answers, question, lastIsPublic, isEdit } }: { data: QuizProps }) {
  if (question === null) return <AnswersView answers={answers} />
  return <QuestionView answers={answers} question={question} lastIsPublic={lastIsPublic} isEdit={isEdit} />
}
