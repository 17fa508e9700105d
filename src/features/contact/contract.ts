import { action, read } from '#shared/routing/action.ts'

/** Topics of a message; each has a name under `contact.topic`. */
export const contactTopics = ['account', 'safety', 'payment', 'privacy', 'press', 'other'] as const

export const contactActions = {
  /** For guests: the form asks for name and address. */
  write: action('/api/contact', 'contact'),
  /** For members: name and address come from the account. */
  writeAsMember: action('/api/contact/member', 'contact-member'),
}

/** One message on the operators' pages; the email about it links there. */
export const operatorsMessage = read('/ops/contact/:id')

/** In code points. */
export const contactLimits = { name: 80, message: { min: 10, max: 3500 }, answer: { min: 10, max: 3500 } } as const

/** Name of a hidden field that only programs fill in. */
export const trapField = 'website'

/** Props of the pages with the form: the email address as an alternative. */
export type ContactProps = { contactEmail: string }
