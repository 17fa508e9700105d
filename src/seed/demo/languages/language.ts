import type { Interest, Prompt } from '#features/profile/contract.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'

/** An answer of a profile to one of its questions. */
export type DemoAnswer = readonly [prompt: Prompt, text: string]

/** Texts for demo members of one language. First-person texts fit every gender, so that any name can have them. */
export type DemoLanguage = {
  locale: LocaleCode
  women: readonly string[]
  men: readonly string[]
  nonbinary: readonly string[]
  /** A text about oneself with its interests. */
  abouts: readonly (readonly [text: string, interests: readonly Interest[]])[]
  /** A last sentence, often a question that is easy to answer. */
  closers: readonly string[]
  /** At least one for each prompt. */
  answers: readonly DemoAnswer[]
}
