import * as v from 'valibot'
import { passkeyActions } from '#features/auth/contract.ts'
import { on } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import { addPasskey, askAdd, refuseOffer, removePasskey } from './manage.ts'
import { askSignIn, signInByPasskey } from './sign-in.ts'

const nothingInput = v.object({})
/** What is wrong with an answer gets one text, its form included (`readAssertion`, `readCreation`). */
const answer = v.optional(v.unknown())

export const passkeyRoutes = handle(passkeyActions, {
  askSignIn: on(nothingInput, askSignIn),
  signIn: on(v.object({ answer, next: v.optional(v.string()) }), signInByPasskey),
  askAdd: on(nothingInput, askAdd),
  add: on(v.object({ answer }), addPasskey),
  remove: on(v.object({ id: v.pipe(v.string('invalid'), v.maxLength(1364, 'invalid')) }), removePasskey),
  refuseOffer: on(nothingInput, refuseOffer),
})
