import { beginChange } from '#shared/changes.ts'
import type { Action } from '#shared/routing/action.ts'
import { sendAction, type ActionAnswer } from './send-action.ts'

const underWay = new Map<string, Promise<ActionAnswer>>()

/** As `sendAction`, but after earlier requests about the same people or things, because requests can overtake each other. */
export function sendInOrder<Answer extends object>(
  subjects: readonly string[],
  action: Pick<Action<Answer>, 'path' | 'answer'>,
  body: Record<string, unknown>,
  offlineText: string,
): Promise<ActionAnswer<Answer>> {
  const before = subjects.map((subject) => underWay.get(subject))
  const answered = beginChange()
  const answer = Promise.all(before)
    .then(() => sendAction(action, body, offlineText))
    .finally(answered)
  for (const subject of subjects) {
    underWay.set(subject, answer)
    void answer.then(() => underWay.get(subject) === answer && underWay.delete(subject))
  }
  return answer
}
