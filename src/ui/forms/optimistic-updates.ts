import type { ActionAnswer } from './send-action.ts'

type Press<State, Answer extends object> = {
  before: State
  after: State
  show: (state: State) => void
  send: () => Promise<ActionAnswer<Answer>>
  /** What an answer says that it is now, where that is more than what was pressed. */
  confirmed?: (data: Answer) => State
}

/**
 * Presses that show at once and go back when the server refuses them: not to the press before, which may be refused as
 * well, but to what the server confirmed last. While later presses wait for their answers they stay as they are shown.
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
