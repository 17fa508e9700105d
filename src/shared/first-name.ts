import * as v from 'valibot'

/** In code points. */
export const firstNameLength = 40

/**
 * Characters of any script, marks, apostrophes, hyphens and spaces; no digits, dots or slashes, because the name goes into
 * e-mails.
 */
const isFirstName = (text: string) => /^\p{L}[\p{L}\p{M}'’ -]*$/u.test(text)

/** The schema of a first name, wherever one is given or changed. */
export const firstNameInput = v.pipe(
  v.string('invalid'),
  v.trim(),
  v.nonEmpty('required'),
  v.check((name) => [...name].length <= firstNameLength, 'too-long'),
  v.check(isFirstName, 'invalid'),
)
