import { describe, expect, test } from 'vitest'
import type { MemberState } from '#shared/bootstrap.ts'
import { routes, type Route } from '#shared/routing/routes.ts'
import { tokenGate, viewerGate, whereStateBelongs } from './gate.ts'

const states: MemberState[] = ['unverified', 'incomplete', 'complete', 'paused', 'restricted']
const nothing = { hasLiveRegistration: false, hasProviderAttempt: false, isCity: true }
const guest = { viewer: null, ...nothing }
const as = (state: MemberState) => ({ viewer: { state }, ...nothing })
const to = (route: Route) => expect.objectContaining({ kind: 'redirect', route })

describe('the token gate', () => {
  test('sends a guest from each protected page to the sign-in page and remembers where they were going', () => {
    for (const route of Object.values(routes).filter((entry) => entry.auth === 'required')) {
      expect(tokenGate(route, false)).toEqual({ kind: 'redirect', route: routes.signIn, next: true })
      expect(tokenGate(route, true)).toEqual({ kind: 'allow' })
    }
  })

  test('sends a signed-in visitor of home to the sign-in page, and of no other guest page', () => {
    for (const route of Object.values(routes).filter((entry) => entry.auth === 'guest')) {
      expect(tokenGate(route, true)).toEqual(
        route.key === 'home' ? { kind: 'redirect', route: routes.signIn } : { kind: 'allow' },
      )
      expect(tokenGate(route, false)).toEqual({ kind: 'allow' })
    }
  })

  test('throws at a rule that it does not know', () => {
    const broken = { ...routes.signIn, rules: ['sign-in', 'moonlight'] } as unknown as Route
    expect(() => tokenGate(broken, false)).toThrow('Unknown route rule: moonlight')
    expect(() => viewerGate(broken, guest)).toThrow('Unknown route rule: moonlight')
  })
})

/** Every protected page except the one for restricted members. */
const membersPages = Object.values(routes).filter((route) => route.auth === 'required' && route.key !== routes.restricted.key)

describe('the viewer gate', () => {
  test('a path that names no city is no page, for guests and for members in any state', () => {
    for (const facts of [guest, ...states.map(as)])
      expect(viewerGate(routes.city, { ...facts, isCity: false })).toEqual({ kind: 'not-found' })
    expect(viewerGate(routes.city, guest)).toEqual({ kind: 'allow' })
  })

  test.each(states)('lets a member who is %s into protected pages only when they have finished', (state) => {
    const finished = state === 'complete' || state === 'paused'
    for (const route of membersPages) {
      expect(viewerGate(route, as(state))).toEqual(finished ? { kind: 'allow' } : whereStateBelongs(state))
    }
  })

  test.each(states)('opens /restricted to a member who is %s only if they are', (state) => {
    const elsewhere = state === 'complete' || state === 'paused' ? to(routes.peopleNearby) : whereStateBelongs(state)
    expect(viewerGate(routes.restricted, as(state))).toEqual(state === 'restricted' ? { kind: 'allow' } : elsewhere)
  })

  test('shows a deleted member nothing but the way back', () => {
    for (const route of Object.values(routes))
      expect(viewerGate(route, { ...as('deleted'), isCity: true })).toEqual({ kind: 'welcome-back' })
    expect(viewerGate(routes.signIn, { ...as('deleted'), isWelcomeBackStep: true })).toEqual({ kind: 'allow' })
    expect(viewerGate(routes.signIn, { ...as('deleted'), hasUndoLink: true })).toEqual({ kind: 'allow' })
    expect(viewerGate(routes.signIn, { ...as('deleted'), isDeleteStep: true })).toEqual({ kind: 'welcome-back' })
  })

  test('treats a revoked session on a protected page as none', () => {
    expect(viewerGate(routes.likes, guest)).toEqual({ kind: 'redirect', route: routes.signIn, next: true })
  })

  test.each(states)('sends a member who is %s from guest pages where their state belongs, in one hop', (state) => {
    for (const route of Object.values(routes).filter((entry) => entry.auth === 'guest')) {
      expect(viewerGate(route, as(state))).toEqual(whereStateBelongs(state))
    }
  })

  test('knows where each state belongs', () => {
    expect(whereStateBelongs('unverified')).toEqual(to(routes.emailVerify))
    expect(whereStateBelongs('incomplete')).toEqual(to(routes.questionnaire))
    expect(whereStateBelongs('complete')).toEqual({ kind: 'remembered' })
    expect(whereStateBelongs('paused')).toEqual({ kind: 'remembered' })
    expect(whereStateBelongs('restricted')).toEqual(to(routes.restricted))
  })

  test.each(states)('applies the sign-in rule to a member who is %s', (state) => {
    expect(viewerGate(routes.signIn, as(state))).toEqual(whereStateBelongs(state))
    expect(viewerGate(routes.signIn, guest)).toEqual({ kind: 'allow' })
    expect(viewerGate(routes.signIn, { ...as(state), hasUndoLink: true })).toEqual({ kind: 'allow' })
  })

  test.each(states)('applies the registration rule to a member who is %s: a 404 on every page but their step', (state) => {
    expect(viewerGate(routes.emailVerify, as(state)).kind).toBe(state === 'unverified' ? 'allow' : 'not-found')
    expect(viewerGate(routes.questionnaire, as(state)).kind).toBe(state === 'incomplete' ? 'allow' : 'not-found')
  })

  test('opens e-mail verification to a guest only with a live token, and the questionnaire never', () => {
    expect(viewerGate(routes.emailVerify, guest).kind).toBe('not-found')
    expect(viewerGate(routes.emailVerify, { ...guest, hasLiveRegistration: true }).kind).toBe('allow')
    expect(viewerGate(routes.questionnaire, { ...guest, hasLiveRegistration: true }).kind).toBe('not-found')
  })

  const owing = (state: MemberState) => ({ ...as(state), owesConsent: true })

  test.each(['incomplete', 'complete', 'paused'] as const)(
    'asks a member who is %s again on every page but the step that asks',
    (state) => {
      for (const route of Object.values(routes)) expect(viewerGate(route, owing(state)), route.key).toEqual({ kind: 'consent' })
      expect(viewerGate(routes.signIn, { ...owing(state), isConsentStep: true })).toEqual({ kind: 'allow' })
      expect(viewerGate(routes.signIn, { ...owing(state), hasUndoLink: true })).toEqual({ kind: 'allow' })
      for (const facts of [{ isConsentStep: true }, { hasUndoLink: true }])
        expect(viewerGate(routes.likes, { ...owing(state), ...facts })).toEqual({ kind: 'consent' })
    },
  )

  test.each(['unverified', 'restricted', 'deleted'] as const)('does not ask a member who is %s', (state) => {
    for (const route of Object.values(routes)) expect(viewerGate(route, owing(state))).toEqual(viewerGate(route, as(state)))
  })

  test.each(states)('sends a member who is %s on from the step that asks when nothing is asked', (state) => {
    expect(viewerGate(routes.signIn, { ...as(state), isConsentStep: true })).toEqual(whereStateBelongs(state))
  })

  const callbacks = [routes.googleCallback, routes.facebookCallback]

  test("opens a provider's callback only to the browser that started the sign-in; otherwise it is a 404", () => {
    for (const route of callbacks) {
      expect(viewerGate(route, { ...guest, hasProviderAttempt: true })).toEqual({ kind: 'allow' })
      expect(viewerGate(route, guest)).toEqual({ kind: 'not-found' })
    }
  })

  test.each(states)('sends a member who is %s from both callbacks where their state belongs, whatever they started', (state) => {
    for (const route of callbacks) {
      expect(viewerGate(route, as(state))).toEqual(whereStateBelongs(state))
      expect(viewerGate(route, { ...as(state), hasProviderAttempt: true })).toEqual(whereStateBelongs(state))
    }
  })

  test('opens guest pages to guests', () => {
    const open = Object.values(routes).filter((entry) => entry.auth === 'guest' && !('rules' in entry))
    for (const route of open) expect(viewerGate(route, guest)).toEqual({ kind: 'allow' })
  })
})
