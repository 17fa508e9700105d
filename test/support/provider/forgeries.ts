/** Ways in which the provider can answer wrongly; each must be refused. */
export const forgeries = [
  'alg-none',
  'hs256-by-public-key',
  'wrong-issuer',
  'wrong-audience',
  'other-party',
  'wrong-nonce',
  'no-nonce',
  'expired',
  'old',
  'unknown-kid',
  'no-kid',
  'path-as-kid',
  'other-key',
  'embedded-key',
  'encryption-key',
  'weak-key',
  'ambiguous-kid',
  'empty-kid',
  'key-of-another-kind',
  'published-secret',
  'no-subject',
  'long-subject',
  'number-subject',
  'no-token',
  'broken',
] as const
export type Forgery = (typeof forgeries)[number]

export type Person = {
  sub: string
  email?: string
  email_verified?: boolean
  given_name?: string
}
