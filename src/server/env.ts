import type { Conversation } from '#features/chat/server/conversation-object.ts'
import type { MemberHub } from '#features/member-hub/server/member-hub-object.ts'

/** Bindings, variables and secrets (docs/operations.md has the table); checked once per isolate by `requireEnvironment`. */
export type Env = {
  ENVIRONMENT: 'local' | 'staging' | 'production'
  ASSETS: Fetcher
  DB: D1Database
  MEMBER_HUB: DurableObjectNamespace<MemberHub>
  CONVERSATION: DurableObjectNamespace<Conversation>
  EMAIL: SendEmail
  /** Photos in three sizes, private: only the worker reads it. */
  PHOTOS: R2Bucket
  IMAGES: ImagesBinding
  /** Requests of one network address. */
  FLOOD_LIMIT: RateLimit
  /** Pages of people nearby of one member. */
  NEARBY_LIMIT: RateLimit
  /** At least 32 random bytes, base64url: signs tokens, seals cookies (through derived keys). */
  SESSION_SECRET: string
  /** The secret before the last rotation: still verifies, never signs. */
  SESSION_SECRET_PREVIOUS?: string
  MAIL_FROM: string
  /** `https://…` without a path; empty only locally. */
  PUBLIC_ORIGIN: string
  /** Sign-in with other providers: without both of a provider's credentials it has no button. */
  GOOGLE_CLIENT_ID?: string
  GOOGLE_CLIENT_SECRET?: string
  FACEBOOK_CLIENT_ID?: string
  FACEBOOK_CLIENT_SECRET?: string
  /** Other endpoints than the providers' documented ones: for tests. */
  GOOGLE_ISSUER?: string
  GOOGLE_AUTHORIZE_URL?: string
  GOOGLE_TOKEN_URL?: string
  GOOGLE_JWKS_URL?: string
  FACEBOOK_ISSUER?: string
  FACEBOOK_AUTHORIZE_URL?: string
  FACEBOOK_TOKEN_URL?: string
  FACEBOOK_JWKS_URL?: string
  /** Who runs this deployment, as its legal texts say: a person or company, its address, and where it is registered. */
  OPERATOR_NAME: string
  OPERATOR_ADDRESS: string
  OPERATOR_EMAIL: string
  /** Such as 'Companies House 01234567'; empty where there is no entry. */
  OPERATOR_REGISTER: string
  PIXEL_ID: string
  VAPID_PUBLIC_KEY: string
  TEXT_KEY: string
  SALT_LENGTH: string
  /** Raises every limit per member so many times, for benches and browser tests; local environments only. */
  LIMITS_FACTOR?: string
}

type Check = { name: keyof Env; holds: (value: unknown, env: Env) => boolean; cure: string }

const isBinding = (value: unknown) => typeof value === 'object' && value !== null
const isText = (value: unknown) => typeof value === 'string' && value !== ''

const checks: readonly Check[] = [
  {
    name: 'ENVIRONMENT',
    holds: (value) => value === 'local' || value === 'staging' || value === 'production',
    cure: 'set it to local, staging or production under [vars] in wrangler.toml',
  },
  { name: 'DB', holds: isBinding, cure: 'add the D1 database to wrangler.toml and run the migrations' },
  { name: 'MEMBER_HUB', holds: isBinding, cure: 'add the MemberHub Durable Object binding to wrangler.toml' },
  { name: 'CONVERSATION', holds: isBinding, cure: 'add the Conversation Durable Object binding to wrangler.toml' },
  { name: 'EMAIL', holds: isBinding, cure: 'add the send_email binding to wrangler.toml' },
  { name: 'PHOTOS', holds: isBinding, cure: 'add the R2 bucket of the photos to wrangler.toml' },
  { name: 'IMAGES', holds: isBinding, cure: 'add the images binding to wrangler.toml' },
  { name: 'FLOOD_LIMIT', holds: isBinding, cure: 'add the ratelimits binding to wrangler.toml' },
  { name: 'NEARBY_LIMIT', holds: isBinding, cure: 'add the ratelimits binding of people nearby to wrangler.toml' },
  {
    name: 'SESSION_SECRET',
    holds: (value) => typeof value === 'string' && value.length >= 43,
    cure: 'set 32 random bytes in base64url: `wrangler secret put SESSION_SECRET`, or .dev.vars locally',
  },
  { name: 'MAIL_FROM', holds: isText, cure: 'set the sender address under [vars] in wrangler.toml' },
  {
    name: 'PUBLIC_ORIGIN',
    holds: (value, env) => env.ENVIRONMENT === 'local' || (typeof value === 'string' && /^https:\/\/[^/]+$/.test(value)),
    cure: 'set the address of this deployment, https:// and no path, under [vars] in wrangler.toml',
  },
  {
    name: 'TEXT_KEY',
    holds: (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
    cure: 'set 32 bytes in hex under [vars] in wrangler.toml',
  },
  {
    name: 'SALT_LENGTH',
    holds: (value) => Number.isInteger(Number(value)) && Number(value) > 0,
    cure: 'set a positive whole number under [vars] in wrangler.toml',
  },
  {
    name: 'LIMITS_FACTOR',
    holds: (value, env) => value === undefined || (env.ENVIRONMENT === 'local' && Number(value) >= 1),
    cure: 'remove it: only local environments raise the limits, by a number from 1',
  },
]

/** The law asks for these where real people join; elsewhere the texts show the contact address alone. */
const operatorChecks: readonly Check[] = [
  {
    name: 'OPERATOR_NAME',
    holds: (value, env) => env.ENVIRONMENT !== 'production' || isText(value),
    cure: 'name the person or company that runs this site under [vars] in wrangler.toml',
  },
  {
    name: 'OPERATOR_ADDRESS',
    holds: (value, env) => env.ENVIRONMENT !== 'production' || isText(value),
    cure: 'set the address that letters reach it at, on one line, under [vars] in wrangler.toml',
  },
  {
    name: 'OPERATOR_EMAIL',
    holds: (value, env) =>
      env.ENVIRONMENT !== 'production' || (isText(value) && /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(String(value))),
    cure: 'set the address for questions and requests under [vars] in wrangler.toml',
  },
]

/** Throws once, naming every wrong setting and its cure, instead of failing somewhere in the middle of a request. */
export function requireEnvironment(env: Env): void {
  requireAll([...checks, ...operatorChecks], env)
}

/** The same of the operator's variables alone: asked before a deployment, too. */
export function requireOperator(env: Env): void {
  requireAll(operatorChecks, env)
}

function requireAll(all: readonly Check[], env: Env): void {
  const wrong = all.filter((check) => !check.holds(env[check.name], env))
  if (wrong.length) throw new Error(`Kismet cannot start:\n${wrong.map((check) => `- ${check.name}: ${check.cure}`).join('\n')}`)
}

/** How many times the limits per member are raised: once outside local environments, whatever is set. */
export function limitsFactor({ ENVIRONMENT, LIMITS_FACTOR }: Pick<Env, 'ENVIRONMENT' | 'LIMITS_FACTOR'>): number {
  return ENVIRONMENT === 'local' && LIMITS_FACTOR !== undefined ? Number(LIMITS_FACTOR) : 1
}
