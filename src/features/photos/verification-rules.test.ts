import { describe, expect, it } from 'vitest'
import { faultOf } from './ui/verification/camera.ts'
import { poses, verificationLimits } from './verification.ts'
import { drawPose, nextTryAt, viewOf, type Attempt } from './verification-rules.ts'

const now = Date.UTC(2026, 10, 29, 12)
const hourMs = 60 * 60_000

const attempt = (state: Attempt['state'], hoursAgo: number | null = 1, more: Partial<Attempt> = {}): Attempt => ({
  pose: 'fist',
  state,
  uploadedAt: hoursAgo === null ? null : now - hoursAgo * hourMs,
  decidedAt: null,
  reason: null,
  ...more,
})

describe('a pose by chance', () => {
  it('is each of twelve, whatever chance says', () => {
    expect(poses).toHaveLength(12)
    expect(poses.map((_, index) => drawPose(null, index / poses.length))).toEqual(poses)
    expect(poses).toContain(drawPose(null, 0.999_999_999))
  })

  it.each(poses)('is another one after %s', (last) => {
    const next = Array.from({ length: 110 }, (_, index) => drawPose(last, index / 110))
    expect(next).not.toContain(last)
    expect(new Set(next).size).toBe(11)
  })
})

describe('tries', () => {
  const three = [attempt('refused', 1), attempt('refused', 5), attempt('refused', 23)]

  it('are three in 24 hours, and free again as the oldest of them gets older', () => {
    expect(nextTryAt(three.slice(1), now)).toBeNull()
    expect(nextTryAt(three, now)).toBe(now + hourMs)
    expect(nextTryAt(three, now + hourMs)).toBeNull()
    expect(verificationLimits.tries).toBe(3)
  })

  it.each(['undecided', 'again'] as const)('are not what ended as %s', (state) => {
    expect(nextTryAt([...three.slice(1), attempt(state, 2), attempt(state, 3)], now)).toBeNull()
  })

  it.each(['approved', 'stale', 'withdrawn', 'waiting'] as const)('are also what is %s', (state) => {
    expect(nextTryAt([...three.slice(1), attempt(state, 2)], now)).not.toBeNull()
  })

  it('are not poses that were drawn and never used', () => {
    expect(nextTryAt([...three.slice(1), attempt('drawn', null)], now)).toBeNull()
  })
})

describe('what a member sees', () => {
  const facts = { attempts: [], hasMainPhoto: true, consentedAt: 1 }

  it('is the step that is theirs now', () => {
    expect(viewOf(facts, now)).toEqual({ step: 'start', hasConsent: true, last: null })
    expect(viewOf({ ...facts, hasMainPhoto: false }, now)).toMatchObject({ step: 'photo' })
    expect(viewOf({ ...facts, consentedAt: null }, now)).toMatchObject({ step: 'start', hasConsent: false })
    expect(viewOf({ ...facts, attempts: [attempt('waiting')] }, now)).toMatchObject({ step: 'waiting', at: now - hourMs })
    const approved = attempt('approved', 3, { decidedAt: now - hourMs })
    expect(viewOf({ ...facts, attempts: [approved] }, now)).toMatchObject({ step: 'verified', at: now - hourMs })
  })

  it.each(['again', 'undecided', 'stale'] as const)('says that the last one was %s, under a pose that is drawn', (kind) => {
    expect(viewOf({ ...facts, attempts: [attempt('drawn', null), attempt(kind)] }, now).last).toEqual({ kind })
  })

  it('says why one was refused, also for a reason that a later version dropped', () => {
    const refused = (reason: string) => viewOf({ ...facts, attempts: [attempt('refused', 1, { reason })] }, now).last
    expect([refused('pose'), refused('gone')]).toEqual([
      { kind: 'refused', reason: 'pose' },
      { kind: 'refused', reason: 'unclear' },
    ])
  })

  it('says nothing of what they have withdrawn themselves', () => {
    expect(viewOf({ ...facts, attempts: [attempt('withdrawn'), attempt('refused')] }, now).last).toBeNull()
  })
})

it.each([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'none'],
  ['OverconstrainedError', 'none'],
  ['NotReadableError', 'fault'],
  ['', 'fault'],
])('an error %s of the camera means %s', (name, fault) => {
  expect(faultOf(name)).toBe(fault)
})
