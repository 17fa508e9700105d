import { Faq } from '#features/site/ui/faq/faq.tsx'

export default function FaqPage() {
  return <Faq />
}
