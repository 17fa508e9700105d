import { VerificationSection } from '#features/photos/ui/verification/verification-section.tsx'
import type { Props } from './props.ts'

export function VerificationPane({ verification }: Props) {
  return verification ? <VerificationSection {...verification} /> : null
}
