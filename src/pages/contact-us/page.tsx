import type { ContactProps } from '#features/contact/contract.ts'
import { ContactPage } from '#features/contact/ui/contact-page.tsx'

export default function ContactUs({ data }: { data: ContactProps }) {
  return <ContactPage {...data} />
}
