import type { Interest } from '#features/profile/contract.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'

/** What demo members of one language are made of. First-person texts fit every gender, so that any name may say them. */
export type DemoLanguage = {
  locale: LocaleCode
  women: readonly string[]
  men: readonly string[]
  nonbinary: readonly string[]
  /** What people write about themselves, with the interests it shows. */
  abouts: readonly (readonly [text: string, interests: readonly Interest[]])[]
  /** A last line, often a question that is easy to answer. */
  closers: readonly string[]
}
