import * as v from 'valibot'
import { currencies, type Currency } from '#shared/currency.ts'
import { emailInput } from '#shared/text/email-address.ts'
import { visibleText } from '#shared/text/visible.ts'
import { blogTags, bodyLength, descriptionLength, slugMaxLength, slugPattern, titleLength } from '#features/blog/contract.ts'
import { contactLimits } from '#features/contact/contract.ts'
import { rejectionReasons } from '#features/photos/contract.ts'
import { refusals } from '#features/photos/server/public.ts'
import { decisionReasonLength, mostDecidedTogether } from '#features/reports/contract.ts'
import { factsLength, restrictionRules } from '#features/restriction/contract.ts'
import { orderStates, normalizeCode, type Promo } from '#features/store/server/public.ts'
import { refundParts } from '#features/store/refunds/server/public.ts'
import { durationKeys } from '#features/restriction/server/public.ts'

export const codeInput = v.object({ code: v.pipe(v.string(), v.maxLength(40)) })

export const passwordInput = v.object({ password: v.pipe(v.string(), v.maxLength(1000)) })

/** What a passkey has signed, as the script's JSON; null for what is none. */
export const passkeyAnswerInput = v.object({
  answer: v.fallback(v.nullable(v.pipe(v.string(), v.parseJson())), null),
})

/** `member`: whose passkey it is. */
export const passkeyDecisionInput = v.object({
  decision: v.picklist(['accept', 'refuse']),
  member: v.pipe(v.string(), v.maxLength(64)),
})

/** `at`: the time of the enrolment that was shown. */
export const factorInput = v.object({
  decision: v.picklist(['accept', 'refuse']),
  at: v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)),
})

export const photoInput = v.variant('decision', [
  v.object({ decision: v.literal('approved') }),
  v.object({ decision: v.literal('rejected'), reason: v.picklist(rejectionReasons) }),
])

export const verificationInput = v.variant('decision', [
  v.object({ decision: v.picklist(['approved', 'again']) }),
  v.object({ decision: v.literal('refused'), reason: v.picklist(refusals) }),
])

export const memberSearchInput = v.object({ email: emailInput })

/** A text of a form: line breaks as one character each, trimmed; '' if nothing in it is visible. */
const writtenText = ({ min, max }: { min: number; max: number }) =>
  v.pipe(
    v.string(),
    v.transform((text) => visibleText(text.toWellFormed().replaceAll('\r\n', '\n').trim())),
    v.minLength(min),
    v.maxLength(max),
  )

export const restrictInput = v.object({
  rule: v.picklist(restrictionRules),
  facts: writtenText(factsLength),
  duration: v.picklist(durationKeys),
})

/** `confirm`: the checkbox that the consequences were read. */
export const deleteMemberInput = v.object({
  rule: v.picklist(restrictionRules),
  facts: writtenText(factsLength),
  confirm: v.literal('yes'),
})

const decisionFields = {
  reason: writtenText(decisionReasonLength),
  /** Other reports about the same member: one checkbox for each. */
  also: v.optional(v.pipe(v.array(v.string()), v.maxLength(mostDecidedTogether)), []),
}

export const reportDecisionInput = v.variant('action', [
  v.object({ action: v.picklist(['dismiss', 'covered']), ...decisionFields }),
  v.object({ action: v.literal('restrict'), ...decisionFields, ...restrictInput.entries }),
])
export type ReportDecisionInput = v.InferOutput<typeof reportDecisionInput>

export const failedEmailInput = v.object({ decision: v.picklist(['retry', 'discard']) })

/** When closing, a typed answer is ignored. */
export const messageDecisionInput = v.variant('decision', [
  v.object({ decision: v.literal('answer'), answer: writtenText(contactLimits.answer) }),
  v.object({ decision: v.literal('close') }),
])

export const appealInput = v.object({ outcome: v.picklist(['upheld', 'lifted']) })

/** From the page's URL: an empty or unknown value is not a search. */
export const orderSearch = v.object({
  find: v.fallback(v.pipe(v.string(), v.trim(), v.regex(/^[\w-]{1,64}$/)), ''),
  state: v.fallback(v.nullable(v.picklist(orderStates)), null),
})

export const noteLength = { min: 10, max: 500 } as const

/** `amount`: what the confirmation showed; without it, the confirmation is shown first. */
export const refundInput = v.object({
  part: v.picklist(refundParts),
  reason: writtenText(noteLength),
  amount: v.optional(v.pipe(v.string(), v.regex(/^\d{1,12}$/), v.transform(Number))),
})

export const closeInput = v.object({ note: writtenText(noteLength) })

/** As typed: redirect-rules.ts parses it. */
export const redirectInput = v.object({
  path: v.pipe(v.string(), v.maxLength(2000)),
  target: v.pipe(v.string(), v.maxLength(2000)),
})

export const removeRedirectInput = v.object({ path: v.pipe(v.string(), v.maxLength(2000)) })

export const switchInput = v.object({ to: v.picklist(['off', 'on']), reason: writtenText(noteLength) })

/** A field that may be empty, which becomes null. */
const optional = <Schema extends v.GenericSchema<string, unknown>>(schema: Schema) =>
  v.optional(
    v.union([
      v.pipe(
        v.literal(''),
        v.transform(() => null),
      ),
      schema,
    ]),
    '',
  )
const countInput = optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/), v.transform(Number)))
/** The value of an input `datetime-local`, read as UTC. */
const momentInput = optional(
  v.pipe(
    v.string(),
    v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/),
    v.transform((text) => Date.parse(`${text}Z`)),
    v.safeInteger(),
  ),
)
/** As people write it, with at most two decimals: `5` or `5.50`. */
const amountInput = optional(
  v.pipe(
    v.string(),
    v.regex(/^\d{1,6}(\.\d{1,2})?$/),
    v.transform((text) => Math.round(Number(text) * 100)),
    v.minValue(1),
  ),
)
const amountsInput = v.pipe(
  v.record(v.picklist(currencies), amountInput),
  v.transform((amounts) => {
    const given: Partial<Record<Currency, number>> = {}
    for (const currency of currencies) {
      const amount = amounts[currency]
      if (amount !== null && amount !== undefined) given[currency] = amount
    }
    return given
  }),
)

/** Either a percentage or amounts, whose fields are `amount-GBP` and so on. */
export const promoInput = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((body) => ({
    ...body,
    amounts: Object.fromEntries(currencies.map((each) => [each, body[`amount-${each}`] ?? ''])),
  })),
  v.object({
    code: v.pipe(v.string(), v.transform(normalizeCode), v.regex(/^[A-Z0-9]{4,32}$/)),
    percent: optional(v.pipe(v.string(), v.regex(/^([1-9]\d?|100)$/), v.transform(Number))),
    amounts: amountsInput,
    usesAtMost: countInput,
    perMemberAtMost: countInput,
    startsAt: momentInput,
    endsAt: momentInput,
  }),
  v.check(({ percent, amounts }) => (percent === null) !== (Object.keys(amounts).length === 0)),
  v.check(({ startsAt, endsAt }) => startsAt === null || endsAt === null || startsAt < endsAt),
  v.transform(({ percent, amounts, ...promo }): Promo => {
    return { ...promo, reduction: percent === null ? { amounts } : { percent } }
  }),
)

export const postInput = v.object({
  slug: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.regex(slugPattern), v.maxLength(slugMaxLength)),
})

export const postTagsInput = v.object({ tags: v.optional(v.array(v.picklist(blogTags)), []) })

/** A single line: the page would lose anything after a line break. */
const lineText = (length: { min: number; max: number }) =>
  v.pipe(
    writtenText(length),
    v.check((text) => !text.includes('\n')),
  )
export const postTextInput = v.object({
  title: lineText(titleLength),
  description: lineText(descriptionLength),
  body: writtenText(bodyLength),
})
