import { codeTries } from '#features/auth/contract.ts'

export type CodeFacts = { codeTries: number; codeExpiresAt: number }

/** Returns whether a code can still be tried, or why a new one is needed. */
export function judgeCode(facts: CodeFacts, now: number): 'open' | 'expired' | 'spent' {
  if (facts.codeTries >= codeTries) return 'spent'
  return facts.codeExpiresAt > now ? 'open' : 'expired'
}
