import type { SignInProps } from '#features/auth/contract.ts'
import { SignInForm } from '#features/auth/session/ui/sign-in-form.tsx'

export default function Form({ data }: { data: SignInProps }) {
  return <SignInForm next={data.next} />
}
