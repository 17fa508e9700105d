import * as v from 'valibot'
import { publicKeyLength, secretLength } from '../contract.ts'
import { isPushEndpoint, longestEndpoint } from '../rules.ts'

const base64url = (length: number) => v.pipe(v.string('invalid'), v.length(length, 'invalid'), v.regex(/^[\w-]+$/, 'invalid'))

/** A device of a push service to which we send. `testOrigin`: one more service, for tests. */
export function deviceInput(testOrigin: string | null) {
  return v.object({
    endpoint: v.pipe(
      v.string('invalid'),
      v.maxLength(longestEndpoint, 'invalid'),
      v.check((endpoint) => isPushEndpoint(endpoint, testOrigin), 'invalid'),
    ),
    p256dh: base64url(publicKeyLength),
    auth: base64url(secretLength),
    /** The member who has asked for messages in this browser. */
    member: v.pipe(v.string('invalid'), v.maxLength(64, 'invalid')),
  })
}
