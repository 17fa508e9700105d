import * as v from 'valibot'
import { pollMember } from '#features/member-hub/server/public.ts'
import { decryptRequest, encryptFrame } from '#shared/realtime/ciphered-frames.ts'
import { AppError } from '#shared/errors.ts'
import { createTextCipher, type TextCipher } from '#shared/realtime/text-cipher.ts'
import { closeCodes, limits, ping, pollCall, type PollAnswer } from '#shared/realtime/wire.ts'
import { readBody } from '#server/actions/body.ts'
import type { AppContext } from '#server/context.ts'
import { checkAccountStatus } from './account-status.ts'

/**
 * POST /realtime/poll: one call of a polling client to the member's own object. Texts are encrypted towards the client and plain
 * towards the object. The reason of an ended connection is in `closed`, like a WebSocket's close code.
 */
export async function handlePoll(c: AppContext): Promise<Response> {
  const session = c.get('session')
  if (session?.kind !== 'member') return answer(c, { poll: '', frames: [], closed: signInFirst })
  const parsed = v.safeParse(pollCall, await readBody(c, limits.pollCallBytes))
  if (!parsed.success) throw new AppError('This is no poll call', { status: 422, code: 'invalid' })
  const { poll, ack, frames, close } = parsed.output
  const cipher = createTextCipher({ textKey: c.env.TEXT_KEY, saltLength: Number(c.env.SALT_LENGTH) })
  const texts = await Promise.all(frames.map((frame) => readFrame(frame, cipher)))
  const reply = await pollMember(c.env, session.sub, session.sid, {
    ack,
    frames: texts,
    ...(poll === undefined ? {} : { poll }),
    ...(close ? { close } : {}),
  })
  const { showsOnline = null, ...queue } = reply
  if (poll === undefined && !(await checkAccountStatus(c, session, showsOnline)))
    return answer(c, { poll: '', frames: [], closed: { code: closeCodes.forbidden, reason: 'restricted' } })
  return answer(c, { ...queue, frames: await Promise.all(reply.frames.map(({ n, text }) => writeFrame(n, text, cipher))) })
}

const signInFirst = { code: closeCodes.unauthorized, reason: 'sign in first' }

function answer(c: AppContext, body: PollAnswer<unknown>): Response {
  return c.json(body)
}

/** The frame as a WebSocket would deliver it; one nested too deeply to be serialised counts as unreadable. */
async function readFrame(frame: unknown, cipher: TextCipher): Promise<string> {
  if (frame === ping) return ping
  try {
    await decryptRequest(frame, cipher)
    return JSON.stringify(frame)
  } catch {
    return ''
  }
}

async function writeFrame(n: number, text: string, cipher: TextCipher): Promise<{ n: number; frame: unknown }> {
  const frame: unknown = JSON.parse(text)
  await encryptFrame(frame, cipher)
  return { n, frame }
}
