import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { members } from '#db/schema.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { payloadPath } from '#test/support/worker/pages.ts'
import {
  createLinked,
  isSignedIn,
  issuerOf,
  leaveFor,
  newPersonAtProvider,
  ownersOf,
  providerNames,
  visitProvider,
} from '#test/support/worker/provider-visit.ts'
import { codeIn, emailsTo, newPerson, Visitor } from '#test/support/worker/visitor.ts'

vi.setConfig({ testTimeout: 60_000 })

describe.each(providerNames)('signing in with %s', (name) => {
  it('asks with state, nonce and PKCE by S256, at the fixed address to come back to', async () => {
    const visitor = new Visitor()
    const { authorize } = await leaveFor(visitor, `/api/auth/${name}`, { person: newPersonAtProvider() })
    const asked = Object.fromEntries(authorize.searchParams)
    expect(asked).toMatchObject({
      response_type: 'code',
      client_id: 'kismet-at-the-provider',
      redirect_uri: `https://kismet.localhost/sign-in/${name}/callback`,
      code_challenge_method: 'S256',
    })
    for (const secret of ['state', 'nonce', 'code_challenge']) expect(asked[secret]).toMatch(/^[\w-]{43}$/)
    expect(asked['scope']?.split(' ')).toContain('openid')
    const sealed = visitor.cookies.get('__Host-provider') ?? ''
    expect(sealed).not.toContain(asked['state'])
  })

  it('lets a plain form leave by a page that leads on at once', async () => {
    const response = await new Visitor().submit(`/api/auth/${name}`, [['next', '/likes']])
    expect(response.status).toBe(200)
    expect(response.headers.getSetCookie()[0]).toMatch(/^__Host-provider=.*Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(await response.text()).toMatch(/<meta http-equiv="refresh" content="0;url=http:\/\/127\.0\.0\.1/)
  })

  it('signs a known person in and remembers where they were going', async () => {
    const { member, person } = await createLinked(name)
    const visitor = new Visitor()
    const response = await visitProvider(visitor, name, { person }, { next: '/uk/likes?tab=sent' })
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe('/uk/likes?tab=sent')
    expect(await (await visitor.get('/api/auth/session')).json()).toMatchObject({ user: { id: member.id } })
  })

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example/likes', '/sign-in', 'javascript:alert(1)'])(
    'goes to people nearby, not to %s',
    async (next) => {
      const { person } = await createLinked(name)
      expect((await visitProvider(new Visitor(), name, { person }, { next })).headers.get('location')).toBe('/people-nearby')
    },
  )

  it('takes a token signed with an elliptic curve as well', async () => {
    const { person } = await createLinked(name)
    const visitor = new Visitor()
    await visitProvider(visitor, name, { person, token: 'es256' })
    expect(await isSignedIn(visitor)).toBe(true)
  })

  it('creates nothing for an unknown person: the claims wait, sealed, on the sign-up page', async () => {
    const person = newPersonAtProvider()
    const visitor = new Visitor()
    const response = await visitProvider(visitor, name, { person })
    expect([response.status, response.headers.get('location')]).toEqual([302, '/sign-up'])
    expect(await ownersOf(person.sub)).toEqual([])
    expect(visitor.cookies.get('__Host-claims')).not.toContain(person.sub)
    const page = await (await visitor.get('/sign-up')).text()
    expect(page).toContain(`value="${person.email}"`)
    expect(page).toContain('value="Ada"')
    expect(page).not.toContain('type="password"')
    const { data } = await (await visitor.get(payloadPath('/sign-up'))).json<{ data: { props: object } }>()
    expect(JSON.stringify(data.props)).not.toContain(person.sub)
  })

  it('makes the account once the code fits, and signs in straight from then on', async () => {
    const person = newPersonAtProvider()
    const visitor = new Visitor()
    await visitProvider(visitor, name, { person })
    const { password: _, ...form } = newPerson({ email: person.email, provider: name })
    expect((await visitor.post('/api/auth/sign-up', form)).status).toBe(201)
    expect(visitor.cookies.has('__Host-claims')).toBe(false)
    expect(await ownersOf(person.sub)).toEqual([])
    const code = codeIn(emailsTo(form.email).at(-1))
    expect((await visitor.post('/api/registration/verify', { code })).status).toBe(200)
    const [member] = await db.select().from(members).where(eq(members.email, form.email))
    expect(member).toMatchObject({ passwordHash: '', state: 'incomplete' })
    expect(await ownersOf(person.sub)).toMatchObject([{ provider: name, issuer: issuerOf(name), memberId: member?.id }])

    const later = new Visitor()
    expect((await visitProvider(later, name, { person })).headers.get('location')).toBe('/questionnaire')
    expect(await isSignedIn(later)).toBe(true)
    expect((await new Visitor().post('/api/auth/sign-in', { email: form.email, password: 'x' })).status).toBe(401)
    expect((await new Visitor().post('/api/auth/sign-in', { email: form.email, password: '' })).status).toBe(422)
  })

  it('speaks the language that the person left in', async () => {
    const visitor = new Visitor()
    const { back } = await leaveFor(
      visitor,
      `/api/auth/${name}`,
      { person: newPersonAtProvider() },
      {},
      { referer: 'https://kismet.localhost/uk/sign-in' },
    )
    expect((await visitor.get(back)).headers.get('location')).toBe('/uk/sign-up')
  })

  it('brings somebody who changed their mind back to the sign-in page', async () => {
    const visitor = new Visitor()
    const response = await visitProvider(visitor, name, { person: newPersonAtProvider({ sub: '' }) })
    expect(response.headers.get('location')).toBe('/sign-in')
    expect(await (await visitor.get('/sign-in')).text()).toContain('We couldn’t sign you in')
    expect(await isSignedIn(visitor)).toBe(false)
  })

  it('sends a signed-in visitor of the callback where their state belongs and takes no code', async () => {
    const { person } = await createLinked(name)
    const other = await createMember()
    const visitor = new Visitor()
    const { back } = await leaveFor(visitor, `/api/auth/${name}`, { person })
    visitor.cookies.set('__Host-access', other.token)
    const response = await visitor.get(back)
    expect([response.status, response.headers.get('location')]).toEqual([302, '/people-nearby'])
    expect(await (await visitor.get('/api/auth/session')).json()).toMatchObject({ user: { id: other.id } })
  })

  it('trades no code for a page that is only fetched ahead', async () => {
    const { person } = await createLinked(name)
    const visitor = new Visitor()
    const { back } = await leaveFor(visitor, `/api/auth/${name}`, { person })
    expect((await visitor.get(back, { 'sec-purpose': 'prefetch' })).status).toBe(200)
    expect(await isSignedIn(visitor)).toBe(false)
    await visitor.get(back)
    expect(await isSignedIn(visitor)).toBe(true)
  })

  it('leads a restricted member to the reasons', async () => {
    const { person } = await createLinked(name, { member: { state: 'restricted' } })
    expect((await visitProvider(new Visitor(), name, { person }, { next: '/likes' })).headers.get('location')).toBe('/restricted')
  })
})
