import type { OperatorProps } from '#features/legal/contract.ts'
import type { QuestionnaireProps } from '#features/questionnaire/contract.ts'
import { FormRoot } from '#ui/form-root.tsx'
import Form from './form.tsx'

export default function Questionnaire({ data }: { data: QuestionnaireProps & OperatorProps }) {
  return (
    <FormRoot name="form">
      <Form data={data} />
    </FormRoot>
  )
}
