import type { OperatorProps } from '#features/legal/contract.ts'
import type { QuestionnaireProps } from '#features/onboarding/contract.ts'
import { FormRoot } from '#ui/forms/form-root.tsx'
import Form from './form.tsx'

export default function Questionnaire({ data }: { data: QuestionnaireProps & OperatorProps }) {
  return (
    <FormRoot name="form">
      <Form data={data} />
    </FormRoot>
  )
}
