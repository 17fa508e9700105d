import type { Refusal } from '#features/chat/contract.ts'

/** One answer for cases that must look alike: an id never opened, a conversation of others, one that has ended, a block. */
export const refused: Refusal = { ok: false, code: 'forbidden' }
/** While a request waits, there is nothing but its one message. */
export const notYet: Refusal = { ok: false, code: 'conflict' }
