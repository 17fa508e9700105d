import * as v from 'valibot'
import { rejectionReasons } from '#features/photos/contract.ts'
import { decisionReasonLength, mostDecidedTogether } from '#features/reports/contract.ts'
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

/** A text of a form: line ends as one character each, nothing around it. */
const writtenText = ({ min, max }: { min: number; max: number }) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.toWellFormed().replaceAll('\r\n', '\n').trim()),
    v.minLength(min),
    v.maxLength(max),
  )

export const restrictInput = v.object({
  rule: v.picklist(restrictionRules),
  facts: writtenText(factsLength),
  duration: v.picklist(durationKeys),
})

const decisionFields = {
  reason: writtenText(decisionReasonLength),
  /** Other reports about the same member: one box for each. */
  also: v.optional(v.pipe(v.array(v.string()), v.maxLength(mostDecidedTogether)), []),
}

export const reportDecisionInput = v.variant('action', [
  v.object({ action: v.picklist(['dismiss', 'covered']), ...decisionFields }),
  v.object({ action: v.literal('restrict'), ...decisionFields, ...restrictInput.entries }),
])
export type ReportDecisionInput = v.InferOutput<typeof reportDecisionInput>

export const failedEmailInput = v.object({ decision: v.picklist(['retry', 'discard']) })

export const appealInput = v.object({ outcome: v.picklist(['upheld', 'lifted']) })
