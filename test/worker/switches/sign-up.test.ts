import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { registrations } from '#db/schema.ts'
import texts from '#locales/en/closed.json'
import { postForm, db } from '#test/support/worker/members.ts'
import { openPage } from '#test/support/worker/pages.ts'
import { origin } from '#test/support/worker/realtime-client.ts'
import { newPersonAtProvider, visitProvider, createLinked } from '#test/support/worker/provider-visit.ts'
import { closedAnswer, expectClosed, refusalOf, statusOf, turn } from '#test/support/worker/switches.ts'
import { newPerson, signUp, Visitor, visitorElsewhere } from '#test/support/worker/visitor.ts'

const registered = (email: string) => db.select().from(registrations).where(eq(registrations.email, email))

describe('while sign-up is closed', () => {
  it('nobody can begin, by page, script, form or provider; whoever has begun can finish; then it is open again', async () => {
    const begun = await signUp()
    await turn('sign-up', 'off')

    await expectClosed(null, '/sign-up', { ...texts['sign-up'], to: '/sign-in' })
    const german = await openPage(null, '/de/sign-up')
    expect([german.status, (await german.text()).includes('<html lang="de"')]).toEqual([503, true])
    const [person, other] = [newPerson(), newPerson()]
    expect(await refusalOf(await visitorElsewhere().post('/api/auth/sign-up', person))).toEqual(closedAnswer)
    const form = await postForm(null, '/api/auth/sign-up', { email: other.email }, { referer: `${origin}/uk/sign-up` })
    expect([form.status, form.headers.get('location')]).toEqual([303, '/uk/sign-up'])
    expect([await registered(person.email), await registered(other.email)]).toEqual([[], []])

    const stranger = new Visitor()
    const returned = await visitProvider(stranger, 'google', { person: newPersonAtProvider() })
    expect(returned.headers.get('location')).toBe('/sign-up')
    expect((await stranger.get('/sign-up')).status).toBe(503)

    expect((await begun.visitor.get('/email-verify')).status).toBe(200)
    expect(await refusalOf(await begun.visitor.post('/api/registration/change-address', {}))).toEqual(closedAnswer)
    expect((await begun.visitor.post('/api/registration/verify', { code: begun.code })).status).toBe(200)
    const known = await createLinked('google')
    const member = new Visitor()
    expect((await visitProvider(member, 'google', { person: known.person })).headers.get('location')).toBe('/people-nearby')
    for (const path of ['/', '/sign-in', '/about']) expect(await statusOf(null, path), path).toBe(200)

    await turn('sign-up', 'on')
    expect(await statusOf(null, '/sign-up')).toBe(200)
    expect((await signUp(person)).response.status).toBe(201)
  })
})
