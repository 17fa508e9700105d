import type { Refusal } from '#features/chat/contract.ts'

/** What nobody may know apart: an id never opened, one of others, one that has ended, a block. */
export const refused: Refusal = { ok: false, code: 'forbidden' }
/** While a request waits, there is nothing but its one message. */
export const notYet: Refusal = { ok: false, code: 'conflict' }
