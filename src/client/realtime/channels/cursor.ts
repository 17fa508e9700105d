import { positionOf, type Since, type WireMessage } from '#shared/realtime/wire.ts'

/** The relation of a message to those received so far. `resume`: some before it are missing. `reload`: another epoch. */
export type Verdict = 'deliver' | 'drop' | 'resume' | 'reload'

export function judgeMessage(cursor: Since, message: Pick<WireMessage, 'epoch' | 'seq' | 'change'>): Verdict {
  const position = positionOf(message)
  if (message.epoch !== cursor.epoch) return 'reload'
  if (position <= cursor.seq) return 'drop'
  return position === cursor.seq + 1 ? 'deliver' : 'resume'
}

/** True when the heartbeat's head shows that a frame was lost. */
export function isBehind(cursor: Since, head: number | undefined): boolean {
  return head !== undefined && head > cursor.seq
}
