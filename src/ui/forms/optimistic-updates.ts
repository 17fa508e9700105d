import type { ActionAnswer } from './send-action.ts'

type Press<State, Answer extends object> = {
  before: State
  after: State
  show: (state: State) => void
  send: () => Promise<ActionAnswer<Answer>>
  /** The value that the server confirmed, where an answer may differ from the press. */
  confirmed?: (data: Answer) => State
}

/**
 * Updates that show at once and are rolled back when the server refuses them. They return to the last value that the
 * server confirmed, not to the press before, which may be refused as well. While later presses wait for their answers,
 * the shown value stays.
 */
export function createOptimisticUpdates<State>() {
  const waiting = new Map<string, { confirmed: State; pending: number }>()

  return async function press<Answer extends object>(
    subject: string,
    { before, after, show, send, confirmed }: Press<State, Answer>,
  ): Promise<ActionAnswer<Answer>> {
    const known = waiting.get(subject) ?? { confirmed: before, pending: 0 }
    waiting.set(subject, known)
    known.pending += 1
    show(after)
    const answer = await send()
    known.pending -= 1
    if (answer.kind === 'done') known.confirmed = confirmed ? confirmed(answer.data) : after
    else if (known.pending === 0) show(known.confirmed)
    if (known.pending === 0) waiting.delete(subject)
    return answer
  }
}
