import { expect, test, vi } from 'vitest'
import { createSaver } from './saver.ts'

/** A form with one field; each save waits until the test answers it. */
function slowForm() {
  const saver = createSaver<string>()
  const sent: { content: string; button: string | null; answer: (isDone: boolean) => void; fail: (error: Error) => void }[] = []
  let content = 'first'
  const form = {
    content: () => content,
    send: (button: string | null) =>
      new Promise<boolean>((answer, fail) => {
        sent.push({ content, button, answer, fail })
      }),
  }
  saver.start(content)
  return {
    saver,
    sent,
    type: (text: string) => (content = text),
    flush: (button?: string) => saver.flush(form, button),
    isSent: (count: number) => vi.waitFor(() => expect(sent).toHaveLength(count)),
  }
}

test('what has not changed is not saved; what changes during a save goes out after it', async () => {
  const { flush, type, sent, isSent } = slowForm()
  expect(await flush()).toBe(true)
  expect(sent).toEqual([])
  type('second')
  const done = flush()
  await isSent(1)
  type('third')
  sent[0]?.answer(true)
  await isSent(2)
  sent[1]?.answer(true)
  expect(await done).toBe(true)
  expect(sent.map(({ content }) => content)).toEqual(['second', 'third'])
})

test('a button that is pressed during a save is sent after it, whatever became of that', async () => {
  for (const isDone of [true, false]) {
    const { flush, type, sent, isSent } = slowForm()
    type('second')
    const first = flush()
    await isSent(1)
    const pressed = flush('clear')
    sent[0]?.answer(isDone)
    await isSent(2)
    sent[1]?.answer(true)
    expect([await first, await pressed]).toEqual([true, true])
    expect(sent.map(({ button }) => button)).toEqual([null, 'clear'])
    expect(await flush()).toBe(true)
    expect(sent).toHaveLength(2)
  }
})

test('after a save that broke off, the next one is sent', async () => {
  const { flush, type, sent, isSent } = slowForm()
  type('second')
  const broken = flush()
  await isSent(1)
  sent[0]?.fail(new Error('no room'))
  await expect(broken).rejects.toThrow('no room')
  type('third')
  const next = flush()
  await isSent(2)
  sent[1]?.answer(true)
  expect(await next).toBe(true)
})

test('what was refused counts as unsaved, and is no news to be sent when its page goes', async () => {
  const { flush, type, sent, isSent, saver } = slowForm()
  type('second')
  expect(saver.isLeftOver('second')).toBe(true)
  const refused = flush()
  await isSent(1)
  expect(saver.isLeftOver('third')).toBe(false) // the running save sends it
  sent[0]?.answer(false)
  expect(await refused).toBe(false)
  expect(saver.isLeftOver('third')).toBe(false)
  void flush()
  await isSent(2)
})
