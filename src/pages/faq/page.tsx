import type { FaqProps } from '#features/site/contract.ts'
import { Faq } from '#features/site/ui/faq/faq.tsx'

export default function FaqPage({ data }: { data: FaqProps }) {
  return <Faq contactEmail={data.contactEmail} />
}
