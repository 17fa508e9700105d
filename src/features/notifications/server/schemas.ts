import * as v from 'valibot'
import { notificationKinds } from '#shared/realtime/wire.ts'

/** `id` of one notification; without it, all of them. */
export const readInput = v.object({ id: v.optional(v.pipe(v.string('invalid'), v.maxLength(200, 'invalid'))) })

const kinds = v.optional(v.array(v.picklist(notificationKinds, 'choice')), [])
/** Unticked boxes are not sent. */
/** `hasPush`: the form had boxes for push messages; an older page, or one of a deployment without them, has none. */
export const kindsInput = v.object({ toast: kinds, sound: kinds, push: kinds, email: kinds, hasPush: v.optional(v.literal('1')) })

const isClock = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
const clock = v.optional(v.string('invalid'), '')

/** Without quiet hours, their times do not matter. */
export const quietInput = v.pipe(
  v.object({ quiet: v.optional(v.picklist(['1', ''], 'invalid'), ''), start: clock, end: clock }),
  v.forward(
    v.partialCheck([['quiet'], ['start']], ({ quiet, start }) => quiet === '' || isClock(start), 'invalid'),
    ['start'],
  ),
  v.forward(
    v.partialCheck([['quiet'], ['end']], ({ quiet, end }) => quiet === '' || isClock(end), 'invalid'),
    ['end'],
  ),
)
