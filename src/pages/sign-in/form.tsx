import type { SignInProps } from '#features/session/contract.ts'
import { SignInForm } from '#features/session/ui/sign-in-form.tsx'

export default function Form({ data }: { data: SignInProps }) {
  return <SignInForm next={data.next} />
}
