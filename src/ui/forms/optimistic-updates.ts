import type { ActionAnswer } from './send-action.ts'

type Press<State, Answer extends object> = {
  before: State
  after: State
  show: (state: State) => void
  send: () => Promise<ActionAnswer<Answer>>
  /** The value that the server confirmed, if a response may differ from the press. */
  confirmed?: (data: Answer) => State
}

/**
 * Updates that show at once and are rolled back if the server refuses them. A rollback returns to the last confirmed value: the
 * press before may be refused too. While later presses wait for their responses, the shown value stays.
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
