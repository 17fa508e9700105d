import { brand } from '#shared/brand.ts'
import type { Env } from '#server/env.ts'
import { operatorEmail } from '#server/operator-email.ts'
import type { Operator } from '../contract.ts'

/** Returns the operator of this deployment, from its variables. Missing ones are omitted, except for the contact address. */
export function operatorOf(
  env: Pick<Env, 'OPERATOR_NAME' | 'OPERATOR_ADDRESS' | 'OPERATOR_EMAIL' | 'OPERATOR_REGISTER'>,
): Operator {
  const [name, address, register] = [env.OPERATOR_NAME, env.OPERATOR_ADDRESS, env.OPERATOR_REGISTER].map(
    (value) => value?.trim() || null,
  )
  return {
    name: brand.name,
    contactEmail: operatorEmail(env),
    legal: name && address ? { name, address, register: register ?? null } : null,
  }
}
