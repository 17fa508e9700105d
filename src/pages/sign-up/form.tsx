import type { SignUpProps } from '#features/auth/contract.ts'
import { SignUpForm } from '#features/auth/sign-up/ui/sign-up-form.tsx'

export default function Form({ data }: { data: SignUpProps }) {
  return <SignUpForm {...data} />
}
