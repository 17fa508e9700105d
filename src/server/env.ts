/** One setting of a deployment: its check, and the cure if it fails. `Value` is the type that the code may rely on. */
type Setting<Value> = { isRight: (value: unknown, environment: unknown) => boolean; cure: string; value?: Value }

const isText = (value: unknown) => typeof value === 'string' && value !== ''
const isEmail = (value: unknown) => isText(value) && /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(String(value))

const underVars = (what: string) => `${what} under [vars] in wrangler.toml`

function binding<Value>(what: string): Setting<Value> {
  return { isRight: (value) => typeof value === 'object' && value !== null, cure: `add ${what} to wrangler.toml` }
}

function text(cure: string, isRight: Setting<string>['isRight'] = isText): Setting<string> {
  return { isRight, cure }
}

function oneOf<Value>(known: readonly Value[], cure: string): Setting<Value> {
  return { isRight: (value) => known.some((each) => each === value), cure }
}

/** A setting that the law requires where real people join; elsewhere the legal texts only show the contact address. */
function ofOperator(cure: string, isRight: (value: unknown) => boolean = isText): Setting<string> {
  return { isRight: (value, environment) => environment !== 'production' || isRight(value), cure }
}

/** An unchecked setting: without it, its feature is off. */
function optional<Value = string>(): Setting<Value> {
  return { isRight: () => true, cure: '' }
}

/** A factor of at least 1 that benchmarks and browser tests set; other environments refuse to start with it. */
function localFactor(cure: string): Setting<string> {
  return text(cure, (value, environment) => value === undefined || (environment === 'local' && Number(value) >= 1))
}

/** The address of a test double for an external service; other environments refuse to start with it. */
function standIn(): Setting<string> {
  return text(
    'remove it: only local environments ask another service than the documented one',
    (value, environment) => value === undefined || value === '' || (environment === 'local' && URL.canParse(String(value))),
  )
}

/** A switch; off by default. */
function onOrOff(): Setting<string> {
  return text(
    underVars('set it to on or off'),
    (value) => value === undefined || ['', 'on', 'off'].some((known) => known === value),
  )
}

const environments = ['local', 'staging', 'production'] as const
/** Jurisdictions known to the platform; workerd knows none. */
const jurisdictions: readonly unknown[] = ['eu', 'fedramp'] satisfies DurableObjectJurisdiction[]

/** The operator of this deployment, for its legal texts: a person or company, its address, and its registration. */
const operatorSettings = {
  OPERATOR_NAME: ofOperator(underVars('name the person or company that runs this site')),
  OPERATOR_ADDRESS: ofOperator(underVars('set the postal address of the operator, on one line,')),
  OPERATOR_EMAIL: ofOperator(underVars('set the address for questions and requests'), isEmail),
  /** For example 'Companies House 01234567'; empty without an entry. */
  OPERATOR_REGISTER: optional(),
}

/** Every required binding, variable and secret (docs/operations/deploy.md has the table). */
const settings = {
  ENVIRONMENT: oneOf(environments, underVars('set it to local, staging or production')),
  /** Not required: a run without pages, such as a start-up measurement, has none. */
  ASSETS: optional<Fetcher>(),
  DB: { ...binding<D1Database>('the D1 database'), cure: 'add the D1 database to wrangler.toml and run the migrations' },
  MEMBER_HUB: binding<Cloudflare.Env['MEMBER_HUB']>('the MemberHub Durable Object binding'),
  CONVERSATION: binding<Cloudflare.Env['CONVERSATION']>('the Conversation Durable Object binding'),
  ENCOUNTER: binding<Cloudflare.Env['ENCOUNTER']>('the Encounter Durable Object binding'),
  MATCHMAKER: binding<Cloudflare.Env['MATCHMAKER']>('the Matchmaker Durable Object binding'),
  AREA: binding<Cloudflare.Env['AREA']>('the Area Durable Object binding'),
  EMAIL: binding<SendEmail>('the send_email binding'),
  /** Outgoing emails, and those that could not be sent. */
  MAIL: binding<Queue>('the queue producer of e-mails'),
  FAILED_MAIL: binding<Queue>('the queue producer of failed e-mails'),
  /** Outgoing push messages. */
  PUSH: binding<Queue>('the queue producer of push messages'),
  /** Photos in three sizes, private: only the worker reads them. */
  PHOTOS: binding<R2Bucket>('the R2 bucket of the photos'),
  /** Files of earlier builds, public: src/worker/builds.ts. */
  BUILDS: binding<R2Bucket>('the R2 bucket of the builds'),
  /** The list of deletions, outside D1: src/server/deletions/deletion-list.ts. */
  DELETIONS: binding<R2Bucket>('the R2 bucket of the list of deletions'),
  /** Portions of members' exports, private: only their owners read them. */
  EXPORTS: binding<R2Bucket>('the bucket of exports'),
  /** Exports that go on. */
  EXPORT_QUEUE: binding<Queue>('the queue of exports'),
  IMAGES: binding<ImagesBinding>('the images binding'),
  /** The limit on requests of one network address. */
  FLOOD_LIMIT: binding<RateLimit>('the ratelimits binding'),
  /** The limit on one member's pages of people nearby. */
  NEARBY_LIMIT: binding<RateLimit>('the ratelimits binding of people nearby'),
  /** Searches for a town per member. */
  TOWNS_LIMIT: binding<RateLimit>('the ratelimits binding of searches for a town'),
  /** The limit on one network's reports of errors in browsers. */
  ERROR_LIMIT: binding<RateLimit>('the ratelimits binding of error reports'),
  /** At least 32 random bytes, base64url: signs tokens, seals cookies (through derived keys). */
  SESSION_SECRET: text(
    'set 32 random bytes in base64url: `npm exec -- wrangler secret put SESSION_SECRET`, or .dev.vars locally',
    (value) => typeof value === 'string' && value.length >= 43,
  ),
  /** At least 32 random bytes, base64url: names deleted accounts and banned addresses. It is never rotated; optional locally. */
  DELETIONS_KEY: text(
    'set 32 random bytes in base64url, once: `npm exec -- wrangler secret put DELETIONS_KEY`',
    (value, environment) => (typeof value === 'string' ? value.length >= 43 : environment === 'local' && value === undefined),
  ) as Setting<string | undefined>,
  MAIL_FROM: text(underVars('set the sender address')),
  /** Where objects store their data (`inJurisdiction`); empty only locally. */
  JURISDICTION: {
    isRight: (value, environment) => (environment === 'local' ? !value : jurisdictions.includes(value)),
    cure: underVars('set it to eu, and to nothing locally,'),
  } as Setting<DurableObjectJurisdiction | '' | undefined>,
  /** `https://…` without a path; empty only locally. */
  PUBLIC_ORIGIN: text(
    underVars('set the address of this deployment, https:// and no path,'),
    (value, environment) => environment === 'local' || (typeof value === 'string' && /^https:\/\/[^/]+$/.test(value)),
  ),
  TEXT_KEY: text(underVars('set 32 bytes in hex'), (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)),
  SALT_LENGTH: text(underVars('set a positive whole number'), (value) => Number.isInteger(Number(value)) && Number(value) > 0),
  /** The analytics pixel's id at Meta; empty if there is none. */
  PIXEL_ID: text(
    underVars('set the number of the pixel, or nothing,'),
    (value) => value === undefined || (typeof value === 'string' && /^\d{0,20}$/.test(value)),
  ),
  /** The public key of push messages: a point of P-256 in base64url; empty if there are none. */
  VAPID_PUBLIC_KEY: text(
    underVars('set what `npm exec -- node scripts/vapid-keys.ts` prints, or nothing,'),
    (value) => value === '' || (typeof value === 'string' && /^B[\w-]{86}$/.test(value)),
  ),
  ...operatorSettings,
}

/** Optional settings of a deployment. */
const optionalSettings = {
  /** Printed on receipts, as the law requires wherever something is sold; omitted while the store is not open. */
  OPERATOR_TAX_NUMBER: optional(),
  /** The secret before the last rotation: still verifies, never signs. */
  SESSION_SECRET_PREVIOUS: optional(),
  /** The private key of push messages; without it none are offered or sent. */
  VAPID_PRIVATE_KEY: text(
    'set what `npm exec -- node scripts/vapid-keys.ts` prints: `npm exec -- wrangler secret put VAPID_PRIVATE_KEY`, or leave it out',
    (value) => value === undefined || value === '' || (typeof value === 'string' && /^[\w-]{43}$/.test(value)),
  ),
  /** Opens `/healthz?deep` to monitoring; without it that URL does not exist. */
  HEALTH_KEY: text(
    'set 32 random bytes in base64url: `npm exec -- wrangler secret put HEALTH_KEY`, or leave it out',
    (value) => value === undefined || (typeof value === 'string' && value.length >= 43),
  ),
  /**
   * Announces a restore of D1, by any new value: the site answers 503 until the list of deletions has been applied to the restored
   * database (docs/operations/repair.md, 'Restoring').
   */
  RESTORE_EPOCH: optional(),
  /** Counters for operators (`count`); without it nothing is counted. */
  COUNTERS: optional<AnalyticsEngineDataset>(),
  /** `on`: a line in the log for each request. */
  REQUEST_LOG: onOrOff(),
  /** `on`: a member's own pages report how long their steps took. Times may reveal what a page does not show. */
  SERVER_TIMING: onOrOff(),
  /** Share of pages that report browser errors, from 0 to 1. */
  ERROR_SHARE: text(
    underVars('set a number from 0 to 1'),
    (value) => value === undefined || (Number(value) >= 0 && Number(value) <= 1),
  ),
  /** `on`: browsers refresh the session every second, not only on focus (spec §4, §9). */
  SESSION_REFRESH: onOrOff(),
  /** Sign-in with other providers: without both of a provider's credentials it has no button. */
  GOOGLE_CLIENT_ID: optional(),
  GOOGLE_CLIENT_SECRET: optional(),
  FACEBOOK_CLIENT_ID: optional(),
  FACEBOOK_CLIENT_SECRET: optional(),
  /** Endpoints that replace the providers' documented ones: for tests, in local environments only. */
  GOOGLE_ISSUER: standIn(),
  GOOGLE_AUTHORIZE_URL: standIn(),
  GOOGLE_TOKEN_URL: standIn(),
  GOOGLE_JWKS_URL: standIn(),
  FACEBOOK_ISSUER: standIn(),
  FACEBOOK_AUTHORIZE_URL: standIn(),
  FACEBOOK_TOKEN_URL: standIn(),
  FACEBOOK_JWKS_URL: standIn(),
  /**
   * Payments: without both the store is closed, or locally uses a sandbox. Two webhook secrets, separated by a space, during a
   * rotation.
   */
  STRIPE_SECRET_KEY: optional(),
  STRIPE_WEBHOOK_SECRET: optional(),
  /** Objects among which those who wait in a pool are divided (`shardOf`); unset, one has them all. */
  MATCHMAKER_SHARDS: text(
    underVars('set a whole number from 1 to 99, one for some 500 who wait at a time,'),
    (value) => value === undefined || /^[1-9]\d?$/.test(String(value)),
  ),
  /** Replaces Stripe's documented address: for tests, in local environments only. */
  STRIPE_API: standIn(),
  /** The origin of a test push service; local environments only. */
  PUSH_TEST_ORIGIN: text(
    'remove it: only local environments send push messages to a service of their own',
    (value, environment) => value === undefined || (environment === 'local' && URL.canParse(String(value))),
  ),
  /** The factor on every limit per member, for benchmarks and browser tests; local environments only. */
  LIMITS_FACTOR: localFactor('remove it: only local environments raise the limits, by a number from 1'),
  /** How many times faster the talk of a blind date passes, for browser tests; local environments only. */
  DATE_TALK_FACTOR: localFactor('remove it: only local environments shorten the talk of a date, by a number from 1'),
}

type Values<Settings> = { [Name in keyof Settings]: Settings[Name] extends Setting<infer Value> ? Value : never }

/** Bindings, variables and secrets, as the settings above describe them; checked once per isolate by `requireEnvironment`. */
export type Env = Values<typeof settings> & Partial<Values<typeof optionalSettings>>

/** Throws once, naming every wrong setting and its cure, instead of failing somewhere in the middle of a request. */
export function requireEnvironment(env: Env): void {
  requireAll({ ...settings, ...optionalSettings }, env)
}

/** The same for the operator's variables alone; also called before a deployment. */
export function requireOperator(env: Pick<Env, 'ENVIRONMENT' | keyof typeof operatorSettings>): void {
  requireAll(operatorSettings, env)
}

function requireAll(all: Record<string, Setting<unknown>>, env: Readonly<Record<string, unknown>>): void {
  const wrong = Object.entries(all).filter(([name, { isRight }]) => !isRight(env[name], env['ENVIRONMENT']))
  if (wrong.length) throw new Error(`Kismet cannot start:\n${wrong.map(([name, { cure }]) => `- ${name}: ${cure}`).join('\n')}`)
}

/** Returns the factor on the limits per member; always 1 outside local environments. */
export function limitsFactor({ ENVIRONMENT, LIMITS_FACTOR }: Pick<Env, 'ENVIRONMENT' | 'LIMITS_FACTOR'>): number {
  return ENVIRONMENT === 'local' && LIMITS_FACTOR !== undefined ? Number(LIMITS_FACTOR) : 1
}

/** Returns the factor by which the talk of a blind date is shorter; always 1 outside local environments. */
export function dateTalkFactor({ ENVIRONMENT, DATE_TALK_FACTOR }: Pick<Env, 'ENVIRONMENT' | 'DATE_TALK_FACTOR'>): number {
  return ENVIRONMENT === 'local' && DATE_TALK_FACTOR !== undefined ? Number(DATE_TALK_FACTOR) : 1
}
