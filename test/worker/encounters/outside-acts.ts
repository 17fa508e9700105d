import { db } from '#test/support/worker/members.ts'
import type { TestMember } from '#test/support/worker/members.ts'
import { newId } from '#test/support/worker/realtime-client.ts'
import { profiles } from '#db/schema.ts'
import { eq } from 'drizzle-orm'

/** Who acts, the partner whom they talk with, and somebody else. */
export type Cast = { me: TestMember; partner: TestMember }

/** What an action is for the secret of a talk: tried with this body, or out of the question for the reason given. */
type Act =
  | { body: (cast: Cast) => object | Promise<object> }
  | { not: 'of the talk' | 'of the connection' | 'of guests' | 'of staff' | 'reads and writes nothing that others see' }

const talk: Act = { not: 'of the talk' }
const connection: Act = { not: 'of the connection' }
const guests: Act = { not: 'of guests' }
const unseen: Act = { not: 'reads and writes nothing that others see' }
const toThem: Act = { body: ({ partner: { id } }) => ({ id }) }
const withBody = (body: object): Act => ({ body: () => body })
const section = (fields: object): Act => ({
  async body({ me }) {
    const [row] = await db.select({ revision: profiles.revision }).from(profiles).where(eq(profiles.memberId, me.id))
    return { revision: row?.revision ?? 0, ...fields }
  },
})

/** Every action that the contracts declare, by path; /ops is for staff alone. A new one has to be written here. */
export const acts: Readonly<Record<string, Act>> = {
  '/api/blocks': toThem,
  '/api/blocks/remove': toThem,
  '/api/reports': { body: ({ partner: { id } }) => ({ id, category: 'spam', source: 'profile', text: '' }) },
  '/api/likes': toThem,
  '/api/likes/withdraw': toThem,
  '/api/likes/pass': toThem,
  '/api/likes/undo': toThem,
  '/api/likes/seen': withBody({ until: 1 }),
  '/api/favourites': { body: ({ partner: { id } }) => ({ id, note: '' }) },
  '/api/favourites/remove': toThem,
  '/api/favourites/note': { body: ({ partner: { id } }) => ({ id, note: 'kind' }) },
  '/api/visits': toThem,
  '/api/visits/seen': withBody({ until: 1 }),
  '/api/chat/request': { body: ({ partner: { id: to } }) => ({ to, cid: newId(), text: 'Hello over there' }) },
  '/api/chat/accept': toThem,
  '/api/chat/decline': toThem,
  '/api/chat/unmatch': { body: () => ({ conversation: newId() }) },
  '/api/people/seen': { body: ({ partner: { id } }) => ({ ids: [id] }) },
  '/api/profile/pause': withBody({ pause: '1' }),
  '/api/profile/basics': section({ firstName: 'Somebody', gender: 'woman' }),
  '/api/profile/words': section({ about: 'Something new', only: 'about' }),
  '/api/profile/seeking': section({ seeks: ['man'], seeksAgeMin: 20, seeksAgeMax: 21 }),
  '/api/profile/facts': section({ only: 'smoking', smoking: 'never' }),
  '/api/profile/beliefs': section({ only: 'religion', religion: 'other' }),
  '/api/profile/portrait': section({ avatar: 'x' }),
  '/api/profile/place': section({ place: 'x' }),
  '/api/settings/appearance': withBody({ appearance: '2' }),
  '/api/settings/privacy': withBody({ browsesInvisibly: '1' }),
  '/api/settings/time-zone': withBody({ timeZone: 'Europe/Kyiv' }),
  '/api/settings/chat': withBody({ readMarks: '1' }),
  '/api/public-profile': withBody({ isPublic: '1' }),
  '/api/quiz': withBody({ question: 0, answer: 0, acceptable: ['any'], importance: 10 }),
  '/api/quiz/remove': withBody({ question: 0 }),
  '/api/locale': withBody({ locale: 'uk' }),
  '/api/boosts/activate': withBody({ key: newId() }),
  '/api/premium/mark': withBody({ shows: '1' }),
  '/api/notifications/read': withBody({}),
  '/api/notifications/settings': withBody({ toast: [] }),
  '/api/notifications/settings/quiet-hours': withBody({ quiet: '1', start: '22:00', end: '07:00' }),
  '/api/photos': withBody({}),
  '/api/photos/order': withBody({}),
  '/api/photos/move': withBody({}),
  '/api/photos/remove': withBody({}),
  '/api/gifts/send': { body: () => ({ conversation: newId(), gift: 'tea', key: newId() }) },
  '/api/gifts/buy': unseen,
  '/api/gifts/claim': unseen,
  '/api/questionnaire': withBody({}),
  '/api/restriction/appeal': withBody({ text: 'I did nothing of the kind, really.' }),
  '/api/store/cart/line': unseen,
  '/api/store/cart/promo': unseen,
  '/api/store/cart/currency': unseen,
  '/api/store/checkout': unseen,
  '/api/store/settle': unseen,
  '/api/store/sandbox/card': unseen,
  '/api/store/sandbox/bank': unseen,
  '/api/store/withdraw': unseen,
  '/api/store/webhook': unseen,
  '/api/push/subscribe': unseen,
  '/api/push/unsubscribe': unseen,
  '/api/notifications/unsubscribe': unseen,
  '/api/contact': unseen,
  '/api/contact/member': unseen,
  '/api/errors': unseen,
  '/api/pixel': unseen,
  '/api/registration/consents': unseen,
  '/api/account/email': unseen,
  '/api/account/email/confirm': unseen,
  '/api/account/email/resend': unseen,
  '/api/account/email/undo': unseen,
  '/api/auth/link/google': unseen,
  '/api/auth/link/facebook': unseen,
  '/api/auth/confirm/google': unseen,
  '/api/auth/confirm/facebook': unseen,
  '/api/auth/confirm': unseen,
  '/api/auth/unlink': unseen,
  '/api/auth/forget-provider': unseen,
  '/api/auth/facebook/deletion': unseen,
  '/api/auth/facebook/deauthorize': unseen,
  '/api/account/password': connection,
  '/api/account/devices/end': connection,
  '/api/auth/sign-out': connection,
  '/api/auth/refresh': connection,
  '/realtime/poll': connection,
  '/api/auth/google': guests,
  '/api/auth/facebook': guests,
  '/api/auth/sign-in': guests,
  '/api/auth/sign-up': guests,
  '/api/registration/verify': guests,
  '/api/registration/verify/anew': guests,
  '/api/registration/resend': guests,
  '/api/registration/change-address': guests,
  '/api/account/reset': guests,
  '/api/account/reset/resend': guests,
  '/api/account/reset/password': guests,
  '/api/chat/send': talk,
  '/api/chat/photo': talk,
  '/api/chat/read': talk,
  '/api/chat/edit': talk,
  '/api/chat/delete': talk,
  '/api/chat/react': talk,
  '/api/anonymous/join': talk,
  '/api/anonymous/leave': talk,
  '/api/anonymous/next': talk,
  '/api/anonymous/reveal': talk,
  '/api/anonymous/report': talk,
  '/api/blind-dates/book': talk,
  '/api/blind-dates/cancel': talk,
  '/api/blind-dates/now': talk,
  '/api/blind-dates/accept': talk,
  '/api/blind-dates/vote': talk,
  '/api/blind-dates/extend': talk,
  '/api/blind-dates/leave': talk,
  '/api/blind-dates/report': talk,
}
