import { expect, it, vi } from 'vitest'
import { createDeliveryState } from '../delivery-state.ts'
import { noDirects } from './direct-port.ts'
import { PageNews } from './page-news.ts'

/** One page, of Ben; D1 answers when the test says so. */
function setUp() {
  const state = { head: 1 }
  const sent: number[] = []
  const sendNews = (_: string, { head }: { head: number }) => {
    if (sent.at(-1) === head) return false
    sent.push(head)
    return true
  }
  const answers: PromiseWithResolvers<boolean>[] = []
  const isAllowed = () => {
    const answer = Promise.withResolvers<boolean>()
    answers.push(answer)
    return answer.promise
  }
  const ports = {
    directs: () => ({ ...noDirects, members: () => new Set(['ben']), has: () => true, sendNews }),
    isAllowed,
    isKnownAllowed: vi.fn(() => false),
    now: () => 0,
  }
  const news = new PageNews({
    state,
    ports,
    log: { readRange: () => ({ messages: [], upTo: 0 }) },
    marks: {
      isNewsFor: () => false,
      seenBy: () => [],
      setDelivered: () => {},
      received: () => ({ delivered: 0, read: 0, sharesRead: true }),
    },
    presence: { hasAtHub: () => false },
    stateOf: createDeliveryState,
    takeProgress: () => {},
  })
  return { state, sent, answers, ports, news }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

it('sends at once while the two are known to reach each other', () => {
  const { sent, ports, news } = setUp()
  ports.isKnownAllowed.mockReturnValue(true)
  news.send()
  expect(sent).toEqual([1])
})

it('sends nothing before the answer, and nothing after a refusal', async () => {
  const { sent, answers, news } = setUp()
  news.send()
  expect(sent).toEqual([])
  answers[0]?.resolve(false)
  await settled()
  expect(sent).toEqual([])
})

it('sends what was written at the very moment of the answer', async () => {
  const { state, sent, answers, news } = setUp()
  news.send()
  // Like a message that waits for the same answer of D1.
  void answers[0]?.promise.then(() => {
    state.head = 2
    news.send()
  })
  answers[0]?.resolve(true)
  await settled()
  answers[1]?.resolve(true)
  await settled()
  expect(sent).toEqual([1, 2])
})
