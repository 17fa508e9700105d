import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { identities } from '#db/schema.ts'
import type { Person, Forgery } from '../provider/forgeries.ts'
import { createMember, db } from './members.ts'
import { Visitor } from './visitor.ts'

export type Wish = { person: Person; token?: Forgery | 'es256' | undefined; endpoint?: string }
export type ProviderName = 'google' | 'facebook'
export const providerNames: ProviderName[] = ['google', 'facebook']

let people = 0
/** A person whom no other test uses. */
export const newPersonAtProvider = (overrides: Partial<Person> = {}): Person => ({
  sub: `subject-${people++}-${crypto.randomUUID().slice(0, 8)}`,
  email: `${crypto.randomUUID().slice(0, 13)}@example.test`,
  email_verified: true,
  given_name: 'Ada',
  ...overrides,
})

/** Leaves for the provider. Returns the path and query of the provider's redirect back. */
export async function leaveFor(
  visitor: Visitor,
  start: string,
  wish: Wish,
  body: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<{ authorize: URL; back: string }> {
  const response = await visitor.post(start, body, headers)
  const { redirect } = await response.json<{ redirect?: string }>()
  if (!redirect) throw new Error(`${start}: ${response.status}`)
  return { authorize: new URL(redirect), back: await allow(redirect, wish) }
}

/** Consents at the provider. */
export async function allow(authorize: string, wish: Wish): Promise<string> {
  const url = new URL(authorize)
  url.searchParams.set('wish', JSON.stringify(wish))
  const response = await fetch(url, { redirect: 'manual' })
  const back = new URL(response.headers.get('location') ?? '')
  return back.pathname + back.search
}

/** The whole round trip. */
export async function visitProvider(visitor: Visitor, name: ProviderName, wish: Wish, body: Record<string, unknown> = {}) {
  const { back } = await leaveFor(visitor, `/api/auth/${name}`, wish, body)
  return visitor.get(back)
}

export const issuerOf = (name: ProviderName) => (name === 'google' ? env.GOOGLE_ISSUER : env.FACEBOOK_ISSUER) ?? ''

export const ownersOf = (subject: string) => db.select().from(identities).where(eq(identities.subject, subject))

/** A complete member who signs in through the provider. */
export async function createLinked(name: ProviderName, options: Parameters<typeof createMember>[0] = {}) {
  const member = await createMember(options)
  const person = newPersonAtProvider()
  await linkTo(name, member.id, person)
  return { member, person }
}

export async function linkTo(name: ProviderName, memberId: string, { sub }: Person): Promise<void> {
  await db.insert(identities).values({ issuer: issuerOf(name), subject: sub, provider: name, memberId, linkedAt: 1 })
}

export const isSignedIn = async (visitor: Visitor) => (await visitor.get('/api/auth/session')).status === 200
