import { expect, test } from 'vitest'
import { createOptimisticUpdates } from './optimistic-updates.ts'
import type { ActionAnswer } from './send-action.ts'

const done: ActionAnswer = { kind: 'done', data: {} }
const refused: ActionAnswer = { kind: 'refused', status: 0, code: 'unavailable', message: '', fields: {} }

/** Presses on one button, in order; each is answered when the test decides. */
function pressOn(first: string) {
  const press = createOptimisticUpdates<string>()
  let shown = first
  const answers: ((answer: ActionAnswer) => void)[] = []
  return {
    press: (after: string, confirmed?: () => string) =>
      press('anna', {
        before: shown,
        after,
        show: (state) => (shown = state),
        send: () => new Promise<ActionAnswer>((resolve) => answers.push(resolve)),
        ...(confirmed ? { confirmed } : {}),
      }),
    answer: (index: number, answer: ActionAnswer) => answers[index]?.(answer),
    shown: () => shown,
  }
}

test('a press shows at once and goes back when it is refused', async () => {
  const button = pressOn('none')
  const sent = button.press('liked')
  expect(button.shown()).toBe('liked')
  button.answer(0, refused)
  await sent
  expect(button.shown()).toBe('none')
})

test('two presses that are both refused leave what was there before both', async () => {
  const button = pressOn('none')
  const sent = [button.press('liked'), button.press('none')]
  button.answer(0, refused)
  await sent[0]
  expect(button.shown()).toBe('none')
  button.answer(1, refused)
  await sent[1]
  expect(button.shown()).toBe('none')
})

test('a press that is refused after one that was confirmed goes back to that one', async () => {
  const button = pressOn('none')
  const sent = [button.press('liked', () => 'matched'), button.press('none')]
  button.answer(0, done)
  await sent[0]
  expect(button.shown()).toBe('none')
  button.answer(1, refused)
  await sent[1]
  expect(button.shown()).toBe('matched')
})

test('a press that is refused while a later one waits leaves that one shown', async () => {
  const button = pressOn('none')
  const sent = [button.press('liked'), button.press('passed')]
  button.answer(0, refused)
  await sent[0]
  expect(button.shown()).toBe('passed')
  button.answer(1, done)
  await sent[1]
  expect(button.shown()).toBe('passed')
})
