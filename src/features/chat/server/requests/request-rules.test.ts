import { describe, expect, it } from 'vitest'
import { writeView, type Contact } from './request-rules.ts'
import { requestText } from './request-text.ts'
import { requestTextLimit } from '#features/chat/contract.ts'

describe('the text of a request', () => {
  it('is cleaned as every message', () => {
    expect(requestText('  Hello\r\nthere\u202e \u0000')).toEqual({ ok: true, text: 'Hello\nthere' })
  })

  it('needs something visible', () => {
    for (const typed of ['', ' \n', '\u200b\u2060']) expect(requestText(typed)).toEqual({ ok: false, code: 'required' })
  })

  it('has at most 500 characters, counted as people count them', () => {
    expect(requestText('🙂'.repeat(requestTextLimit)).ok).toBe(true)
    expect(requestText('🙂'.repeat(requestTextLimit + 1))).toEqual({ ok: false, code: 'too-long' })
  })

  it('holds no way to go on elsewhere', () => {
    expect(requestText('Write to me: anna@example.test')).toEqual({ ok: false, code: 'contact' })
  })
})

describe('what a profile offers', () => {
  const form = { quota: { left: 3, limit: 10, resetsAt: 1, timeZone: 'UTC' }, cid: 'cid-00001' }
  const view = (contact: Partial<Contact>) => writeView({ conversation: 'c', isMatch: null, request: null, ...contact }, form)

  it('is the form to whom nothing lies between', () => {
    expect(view({})).toEqual({ kind: 'form', ...form })
  })

  it('is the conversation of a match and of an accepted request', () => {
    expect(view({ isMatch: true })).toEqual({ kind: 'open', conversation: 'c' })
    for (const isMine of [true, false])
      expect(view({ request: { state: 'accepted', isMine } })).toEqual({ kind: 'open', conversation: 'c' })
  })

  it('is nothing after a match has ended, whatever request came before it', () => {
    expect(view({ isMatch: false, request: { state: 'accepted', isMine: true } })).toEqual({ kind: 'none' })
  })

  it('is the same to the sender of a request that waits and of one that was declined', () => {
    const seen = (['waiting', 'declined'] as const).map((state) => view({ request: { state, isMine: true } }))
    expect(seen).toEqual([
      { kind: 'sent', conversation: 'c' },
      { kind: 'sent', conversation: 'c' },
    ])
  })

  it('is no second request to the sender of an expired one, declined before or not', () => {
    expect(view({ request: { state: 'expired', isMine: true } })).toEqual({ kind: 'sent', conversation: null })
  })

  it('is the request to whom it waits for, nothing once declined, and the form once it has expired', () => {
    const seen = (['waiting', 'declined', 'expired'] as const).map((state) => view({ request: { state, isMine: false } }).kind)
    expect(seen).toEqual(['incoming', 'none', 'form'])
  })
})
