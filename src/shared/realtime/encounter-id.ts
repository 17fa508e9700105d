/** `a-` (anonymous chat) or `b-` (blind date) and 24 characters of base64url. A conversation's id has 22 characters. */
export const encounterId = /^[ab]-[\w-]{24}$/

/** True for the id of an anonymous chat or a blind date: a member's hub stores nothing from its channel. */
export const isEncounterId = (id: string): boolean => encounterId.test(id)

export const encounterKindOf = (id: string): 'anonymous' | 'blind' => (id.startsWith('b') ? 'blind' : 'anonymous')
