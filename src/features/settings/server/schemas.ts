import * as v from 'valibot'
import { isTimeZone } from '#shared/time-zone.ts'

/** A checkbox: forms do not send unticked ones. */
const isOn = v.pipe(
  v.optional(v.union([v.literal('1'), v.literal(''), v.boolean()], 'invalid'), ''),
  v.transform((value) => value === '1' || value === true),
)

export const privacyInput = v.object({ showsOnline: isOn, browsesInvisibly: isOn })

export const chatInput = v.object({ readMarks: isOn, typing: isOn })

const timeZone = v.pipe(v.string('required'), v.maxLength(64, 'choice'), v.check(isTimeZone, 'choice'))
/** `device`: the button that selects the device's time zone instead of the chosen one. */
export const timeZoneInput = v.pipe(
  v.object({ timeZone, device: v.optional(timeZone) }),
  v.transform(({ timeZone: chosen, device }) => ({ timeZone: device ?? chosen })),
)
