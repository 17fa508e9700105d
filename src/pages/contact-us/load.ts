import type { ContactProps } from '#features/contact/contract.ts'
import { operatorEmail } from '#server/operator-email.ts'
import { defineLoad } from '#server/pages/load.ts'

export default defineLoad({
  props: ({ env }): ContactProps => ({ contactEmail: operatorEmail(env) }),
  title: ({ translator }) => translator.t('contact.title'),
  head: ({ translator }) => ({ description: translator.t('contact.description') }),
})
