import { brand } from '#shared/brand.ts'
import type { Env } from '#server/env.ts'

export type Mail = { to: string; subject: string; text: string; html: string; headers?: Record<string, string> }

/**
 * Sends through the `EMAIL` binding; locally it writes files and logs their paths. Throws when the binding refuses: the
 * caller sends after its answer and logs the failure, without address or content.
 */
export async function sendMail(env: Pick<Env, 'EMAIL' | 'MAIL_FROM'>, mail: Mail): Promise<void> {
  await env.EMAIL.send({ from: { name: brand.name, email: env.MAIL_FROM }, ...mail })
}
