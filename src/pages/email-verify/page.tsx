import type { OperatorProps } from '#features/legal/contract.ts'
import type { EmailVerifyProps } from '#features/auth/contract.ts'
import { FormRoot } from '#ui/forms/form-root.tsx'
import Form from './form.tsx'

export default function EmailVerify({ data }: { data: EmailVerifyProps & OperatorProps }) {
  return (
    <FormRoot name="form" atOnce>
      <Form data={data} />
    </FormRoot>
  )
}
