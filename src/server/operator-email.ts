import { brand } from '#shared/brand.ts'
import type { Env } from './env.ts'

/** Returns the address of the people who run this deployment; the brand's if none is configured. */
export function operatorEmail({ OPERATOR_EMAIL }: Pick<Env, 'OPERATOR_EMAIL'>): string {
  return OPERATOR_EMAIL?.trim() || brand.contactEmail
}
