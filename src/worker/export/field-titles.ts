import type { Translator } from '#shared/i18n/translator.ts'

/** Names of fields as the data files have them: columns of the exported tables, and what the export adds to a row. */
// prettier-ignore
export const fieldNames = [
  'id', 'email', 'state', 'firstName', 'birthDate', 'birthDateChangedAt', 'gender', 'locale', 'timeZone', 'appearance', 'role',
  'premiumUntil', 'signIns', 'passkeyRefusedAt', 'createdAt', 'updatedAt', 'seenAt', 'expiresAt', 'revokedAt', 'userAgent',
  'confirmedAt', 'factorAt', 'factorKind', 'passkeyId', 'issuer', 'subject', 'provider', 'linkedAt', 'counter', 'transports',
  'authenticator', 'backedUp', 'lastUsedAt', 'oldEmail', 'newEmail', 'changedAt', 'passkeysSince', 'undoUntil', 'undoneAt',
  'endpoint', 'kind', 'version', 'textHash', 'givenAt', 'withdrawnAt', 'enrolledAt', 'acceptedAt', 'discoverable', 'avatar',
  'about', 'aboutLanguage', 'promptAnswers', 'prompts', 'intent', 'seeksMask', 'seeksAgeMin', 'seeksAgeMax', 'cityId', 'cellChangedAt', 'interests', 'languages', 'heightCm',
  'body', 'drinking', 'smoking', 'education', 'kids', 'politics', 'religion', 'orientation', 'visibility', 'showsOnline',
  'browsesInvisibly', 'showsPremium', 'visitorsSeenAt', 'verified', 'activeAt', 'position', 'reason', 'width', 'height',
  'decidedAt', 'pose', 'photoId', 'drawnAt', 'uploadedAt', 'endedAt', 'question', 'answer', 'acceptableMask', 'importance',
  'isPublic', 'answeredAt', 'fromId', 'toId', 'tieKind', 'line', 'conversationId', 'text', 'sentAt', 'stateAt', 'lowId', 'highId', 'matchedAt',
  'unmatchedAt', 'metIn', 'visitorId', 'visitedId', 'lastAt', 'count', 'views', 'memberId', 'note', 'startsAt', 'endsAt',
  'extraViews', 'gain', 'deliveredAt', 'returnedAt', 'category', 'source', 'pausedAt', 'rule', 'facts', 'until', 'decidedBy',
  'liftedAt', 'hidesAt', 'formerState', 'appealText', 'appealedAt', 'appealDecidedAt', 'appealOutcome', 'publicId', 'since',
  'topic', 'name', 'message', 'seq', 'units', 'sourceKind', 'currency', 'promoCode', 'productId', 'quantity', 'addedAt',
  'country', 'gross', 'discount', 'total', 'taxRate', 'net', 'tax', 'giftConversationId', 'receiptNumber', 'placedAt', 'paidAt',
  'orderId', 'unitPrice', 'paid', 'status', 'refunded', 'dispute', 'disputes', 'cause', 'amount', 'code', 'usedAt',
  'releasedAt', 'opened_at', 'closed_at', 'request_from', 'sender', 'sent_at', 'reply_seq', 'edited_at', 'deleted_at',
  'reactions', 'photo', 'gift', 'size', 'at', 'conversation', 'other', 'read_seq', 'unread', 'stage', 'data', 'value', 'slot',
  'language', 'person', 'file', 'day',
] as const
type FieldName = (typeof fieldNames)[number]

const known: ReadonlySet<string> = new Set(fieldNames)
const isField = (name: string): name is FieldName => known.has(name)

/** Returns the title of a field in the member's language; its own name if it has none. */
export function fieldTitle(t: Translator['t'], name: string): string {
  return isField(name) ? t(`export.columns.${name}`) : name
}
