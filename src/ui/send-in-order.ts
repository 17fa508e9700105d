import { sendAction, type ActionAnswer } from './send-action.ts'

const underWay = new Map<string, Promise<ActionAnswer>>()

/** As `sendAction`, after what was pressed before about the same person or thing: two requests may overtake each other. */
export function sendInOrder(
  subject: string,
  action: string,
  body: Record<string, unknown>,
  offlineText: string,
): Promise<ActionAnswer> {
  const before = underWay.get(subject) ?? Promise.resolve()
  const answer = before.then(() => sendAction(action, body, offlineText))
  underWay.set(subject, answer)
  void answer.then(() => underWay.get(subject) === answer && underWay.delete(subject))
  return answer
}
