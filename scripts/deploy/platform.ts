import * as v from 'valibot'

/** Which versions answer, and the share of requests that each receives, in per cent. */
export type Share = { version_id: string; percentage: number }

/** Requests and how many of them failed. */
export type Counted = { requests: number; failed: number }

const deployments = v.object({
  deployments: v.array(v.object({ versions: v.array(v.object({ version_id: v.string(), percentage: v.number() })) })),
})
const service = v.object({
  default_environment: v.object({ script: v.object({ migration_tag: v.optional(v.nullable(v.string())) }) }),
})
const invocations = v.object({
  viewer: v.object({
    accounts: v.array(
      v.object({
        workersInvocationsAdaptive: v.array(v.object({ sum: v.object({ requests: v.number(), errors: v.number() }) })),
      }),
    ),
  }),
})

/** Analytics Engine writes 64-bit numbers as strings, and a sum of no rows as null. */
const sum = v.pipe(v.nullable(v.union([v.number(), v.string()])), v.transform(Number), v.finite())
const answers = v.object({ data: v.array(v.object({ requests: sum, failed: sum })) })

const countQuery = `query ($account: string!, $script: string!, $version: string!, $since: Time!) {
  viewer { accounts(filter: { accountTag: $account }) {
    workersInvocationsAdaptive(limit: 100, filter: { scriptName: $script, scriptVersion: $version, datetime_geq: $since }) {
      sum { requests errors }
    }
  } }
}`

/**
 * The calls of Cloudflare's API that a release needs. `baseUrl`: the value that wrangler takes from `CLOUDFLARE_API_BASE_URL`.
 */
export class Platform {
  readonly #baseUrl: string
  readonly #account: string
  readonly #token: string

  constructor(baseUrl: string, account: string, token: string) {
    this.#baseUrl = baseUrl
    this.#account = account
    this.#token = token
  }

  /** The versions that answer now, from the newest deployment. */
  async findShares(script: string): Promise<Share[]> {
    const { result } = v.parse(v.object({ result: deployments }), await this.#call(`workers/scripts/${script}/deployments`))
    return result.deployments[0]?.versions ?? []
  }

  /** The newest migration of object classes that the platform has for `script`; null without one, or without the script. */
  async findMigrationTag(script: string): Promise<string | null> {
    const response = await this.#send(`accounts/${this.#account}/workers/services/${script}`)
    if (response.status === 404) return null
    const { result } = v.parse(v.object({ result: service }), await read(response))
    return result.default_environment.script.migration_tag ?? null
  }

  async share(script: string, versions: readonly Share[]): Promise<void> {
    await this.#call(`workers/scripts/${script}/deployments`, { strategy: 'percentage', versions })
  }

  /** Requests of a version, and those that ended in an uncaught exception; an answered 500 does not count. */
  async countExceptions(script: string, version: string, since: Date): Promise<Counted> {
    const variables = { account: this.#account, script, version, since: since.toISOString() }
    const answer = await read(await this.#send('graphql', { query: countQuery, variables }))
    const rows = v
      .parse(v.object({ data: invocations }), answer)
      .data.viewer.accounts.flatMap((account) => account.workersInvocationsAdaptive)
    return {
      requests: rows.reduce((total, row) => total + row.sum.requests, 0),
      failed: rows.reduce((total, row) => total + row.sum.errors, 0),
    }
  }

  /**
   * Answers of a build, and those with status 500 and above, from the counter `request` (docs/operations/watch.md) in `dataset`.
   */
  async countAnswers(dataset: string, build: string, since: Date): Promise<Counted> {
    const sql = `select sum(_sample_interval) as requests, sum(if(blob3 >= '500', _sample_interval, 0)) as failed
      from ${dataset} where index1 = 'request' and blob6 = '${build}'
      and timestamp >= toDateTime(${Math.floor(since.getTime() / 1000)}) format JSON`
    const { data } = v.parse(answers, await read(await this.#send(`accounts/${this.#account}/analytics_engine/sql`, sql)))
    return data[0] ?? { requests: 0, failed: 0 }
  }

  async #call(path: string, body?: object): Promise<unknown> {
    return read(await this.#send(`accounts/${this.#account}/${path}`, body))
  }

  /** `body`: SQL unchanged, or an object to send as JSON. */
  #send(path: string, body?: object | string): Promise<Response> {
    return fetch(`${this.#baseUrl}/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        Authorization: `Bearer ${this.#token}`,
        'Content-Type': typeof body === 'string' ? 'text/plain' : 'application/json',
      },
      ...(body ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
      // A release that is being watched must finish, or roll back.
      signal: AbortSignal.timeout(30_000),
    })
  }
}

async function read(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`Cloudflare's API answered ${response.status} to ${new URL(response.url).pathname}`)
  return response.json()
}
