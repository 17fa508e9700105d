import { pageLanguage, type StoredPromptAnswer } from '#features/profile/contract.ts'
import type { DemoMember } from './member.ts'

/** A member's answers as their profile holds them: for everyone, in the member's own language. */
export const storedAnswers = ({ answers, locale }: Pick<DemoMember, 'answers' | 'locale'>): StoredPromptAnswer[] =>
  answers.map(([prompt, text]) => ({ prompt, text, language: pageLanguage(locale), see: 'everyone' }))
