import * as v from 'valibot'

/** Checkboxes: what a form does not send is off. */
const isOn = v.pipe(
  v.optional(v.union([v.literal('1'), v.literal(''), v.boolean()], 'invalid'), ''),
  v.transform((value) => value === '1' || value === true),
)

export const privacyInput = v.object({ showsOnline: isOn, browsesInvisibly: isOn })

export const chatInput = v.object({ readMarks: isOn, typing: isOn })
