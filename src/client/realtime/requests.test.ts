import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Request as WireRequest } from '#shared/realtime/wire.ts'
import { createRequests } from './requests.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const event = { type: 'channel:clientEvent', channel: 'presence-conversation.a', event: 'client-typing' } as const

it('gives each answer to the request with its number', async () => {
  const sent: WireRequest[] = []
  const requests = createRequests((frame) => sent.push(frame) > 0)
  const first = requests.ask(event)
  const second = requests.ask(event)
  requests.answer({ id: sent[1]!.id, status: 'success', data: 'two' })
  requests.answer({ id: sent[0]!.id, status: 'error', code: 'not-joined', message: 'no' })
  await expect(second).resolves.toBe('two')
  await expect(first).rejects.toMatchObject({ code: 'not-joined' })
})

it('says after how many seconds the server wants to be asked again', async () => {
  const sent: WireRequest[] = []
  const requests = createRequests((frame) => sent.push(frame) > 0)
  const asked = requests.ask(event)
  requests.answer({ id: sent[0]!.id, status: 'error', code: 'too-many', message: 'no', retryAfterS: 2 })
  await expect(asked).rejects.toMatchObject({ code: 'too-many', retryAfterS: 2 })
})

it('gives up after twenty seconds', async () => {
  const requests = createRequests(() => true)
  const asked = requests.ask(event)
  const outcome = expect(asked).rejects.toMatchObject({ code: 'timeout' })
  await vi.advanceTimersByTimeAsync(20_000)
  await outcome
})

it('rejects at once without a connection, and everything open when it goes', async () => {
  let isOpen = false
  const requests = createRequests(() => isOpen)
  await expect(requests.ask(event)).rejects.toMatchObject({ code: 'closed' })
  isOpen = true
  const asked = requests.ask(event)
  requests.abandon()
  await expect(asked).rejects.toMatchObject({ code: 'closed' })
})

it('ignores an answer without a pending request', () => {
  expect(() => createRequests(() => true).answer({ id: 7, status: 'success' })).not.toThrow()
})
