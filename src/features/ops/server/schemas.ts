import * as v from 'valibot'
import { rejectionReasons } from '#features/photos/contract.ts'
import { factsLength, restrictionRules } from '#features/restriction/contract.ts'
import { durationKeys } from '#features/restriction/server/public.ts'

export const codeInput = v.object({ code: v.pipe(v.string(), v.maxLength(40)) })

export const passwordInput = v.object({ password: v.pipe(v.string(), v.maxLength(1000)) })

/** `at`: the time of the enrolment that was shown. */
export const factorInput = v.object({
  decision: v.picklist(['accept', 'refuse']),
  at: v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)),
})

export const photoInput = v.variant('decision', [
  v.object({ decision: v.literal('approved') }),
  v.object({ decision: v.literal('rejected'), reason: v.picklist(rejectionReasons) }),
])

export const emailInput = v.object({ email: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.nonEmpty(), v.maxLength(254)) })

export const restrictInput = v.object({
  rule: v.picklist(restrictionRules),
  facts: v.pipe(
    v.string(),
    v.transform((text) => text.replaceAll('\r\n', '\n').trim()),
    v.minLength(factsLength.min),
    v.maxLength(factsLength.max),
  ),
  duration: v.picklist(durationKeys),
})

export const appealInput = v.object({ outcome: v.picklist(['upheld', 'lifted']) })
