import { env } from 'cloudflare:test'
import { secondFactors } from '#db/schema.ts'
import { stepAt } from '#features/ops/rules.ts'
import { sealSecret } from '#features/ops/server/public.ts'
import { codeAt } from '#features/ops/server/totp.ts'
import { createMember, db, postForm, type TestMember } from './members.ts'
import { openPage } from './pages.ts'

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

/** The code that the app of every test moderator shows, `shift` steps from now. */
export const codeNow = (shift = 0) => codeAt(secret, stepAt(Date.now()) + shift)

/** A moderator or operator in front of their browser. */
export class Colleague {
  readonly member: TestMember
  cookie = ''

  constructor(member: TestMember) {
    this.member = member
  }

  get id(): string {
    return this.member.id
  }

  get(path: string): Promise<Response> {
    return this.#keep(openPage(this.member, path, { cookie: this.cookie }))
  }

  submit(path: string, fields: Record<string, string> = {}): Promise<Response> {
    return this.#keep(postForm(this.member, path, fields, { cookie: this.cookie }))
  }

  async #keep(answer: Promise<Response>): Promise<Response> {
    const response = await answer
    const line = response.headers.getSetCookie().find((cookie) => cookie.startsWith('__Host-ops='))
    if (line !== undefined) this.cookie = line.split(';')[0] ?? ''
    return response
  }
}

/** Without a second factor. */
export async function createColleague(role: 'moderator' | 'operator' = 'moderator'): Promise<Colleague> {
  return new Colleague(await createMember({ member: { role, firstName: 'Mo' } }))
}

/** With a second factor, not shown yet. */
export async function createEnrolled(role: 'moderator' | 'operator' = 'moderator'): Promise<Colleague> {
  const colleague = await createColleague(role)
  await db.insert(secondFactors).values({
    memberId: colleague.id,
    sealedSecret: await sealSecret(env, colleague.id, secret),
    recoveryHashes: [],
    confirmedAt: Date.now(),
  })
  return colleague
}

/** Past both doors. */
export async function createModerator(role: 'moderator' | 'operator' = 'moderator'): Promise<Colleague> {
  const colleague = await createEnrolled(role)
  const response = await colleague.submit('/ops/code', { code: await codeNow() })
  if (response.status !== 303) throw new Error(`the code was not taken: ${response.status}`)
  return colleague
}
