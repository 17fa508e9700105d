import type { SignUpProps } from '#features/registration/contract.ts'
import { SignUpForm } from '#features/registration/ui/sign-up-form.tsx'

export default function Form({ data }: { data: SignUpProps }) {
  return <SignUpForm {...data} />
}
