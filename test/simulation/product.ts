import { Conversation } from '#objects/conversation/conversation-object.ts'
import { Encounter } from '#objects/encounter/encounter-object.ts'
import { Matchmaker } from '#objects/matchmaker/matchmaker-object.ts'
import { MemberHub } from '#objects/member-hub/member-hub.ts'
import type { Env } from '#server/env.ts'
import type { Runtime } from './machine/runtime.ts'
import type { SimulatedDatabase } from './machine/database.ts'

/** Calls that may be repeated, as their contracts say. */
export const repeatableCalls = [
  'enter',
  'reserveSeat',
  'releaseSeat',
  'encounterNews',
  'encounterOpening',
  'opening',
  'open',
  'withdrawWait',
  'stopEncounters',
  'deliver',
  'drop',
  'leave',
  'stop',
  'startWait',
  'nextPartner',
  'act',
]

/** So many times faster passes the talk of a date. */
const dateTalkFactor = 10

/** The product's own classes, as objects of the simulated runtime; answers the environment that calls them. */
export function defineObjects(runtime: Runtime, database: SimulatedDatabase): Env {
  const env: Record<string, unknown> = {
    DB: database.binding,
    ENVIRONMENT: 'local',
    SESSION_SECRET: 'only-for-tests-0123456789abcdefghijklmnopqrstuvwxyz',
    MAIL_FROM: 'hello@kismet.example',
    EMAIL: { send: async () => {} },
    DATE_TALK_FACTOR: `${dateTalkFactor}`,
  }
  // The runtime has of both what these classes use.
  const own = env as unknown as Env
  const toState = (context: object) => context as DurableObjectState
  class Hub extends MemberHub {
    /** The number of the line that the runtime has opened. */
    async openSocket(headers: Record<string, string>): Promise<unknown> {
      return (await this.fetch(new Request('https://hub.test/', { headers }))).webSocket
    }
  }
  env['MEMBER_HUB'] = runtime.define('hub', (context) => new Hub(toState(context), own))
  env['CONVERSATION'] = runtime.define('conversation', (context) => new Conversation(toState(context), own))
  env['MATCHMAKER'] = runtime.define('matchmaker', (context) => new Matchmaker(toState(context), own))
  env['ENCOUNTER'] = runtime.define('encounter', (context) => new Encounter(toState(context), own))
  return own
}
