import { sendAction, type ActionAnswer } from './send-action.ts'

const underWay = new Map<string, Promise<ActionAnswer>>()

/** As `sendAction`, after what was pressed before about one of the same people or things: two requests may overtake each other. */
export function sendInOrder(
  subjects: readonly string[],
  action: string,
  body: Record<string, unknown>,
  offlineText: string,
): Promise<ActionAnswer> {
  const before = subjects.map((subject) => underWay.get(subject))
  const answer = Promise.all(before).then(() => sendAction(action, body, offlineText))
  for (const subject of subjects) {
    underWay.set(subject, answer)
    void answer.then(() => underWay.get(subject) === answer && underWay.delete(subject))
  }
  return answer
}
