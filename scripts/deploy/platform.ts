import * as v from 'valibot'

/** Which versions answer, and how many of a hundred requests each. */
export type Share = { version_id: string; percentage: number }

/** Requests of one version and how many of them ended in an exception. */
export type Counted = { requests: number; errors: number }

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

const countQuery = `query ($account: string!, $script: string!, $version: string!, $since: Time!) {
  viewer { accounts(filter: { accountTag: $account }) {
    workersInvocationsAdaptive(limit: 100, filter: { scriptName: $script, scriptVersion: $version, datetime_geq: $since }) {
      sum { requests errors }
    }
  } }
}`

/** The calls of Cloudflare's API that a release needs. `baseUrl`: as wrangler has it in `CLOUDFLARE_API_BASE_URL`. */
export class Platform {
  readonly #baseUrl: string
  readonly #account: string
  readonly #token: string

  constructor(baseUrl: string, account: string, token: string) {
    this.#baseUrl = baseUrl
    this.#account = account
    this.#token = token
  }

  /** The versions that answer now, the newest deployment's. */
  async findShares(script: string): Promise<Share[]> {
    const { result } = v.parse(v.object({ result: deployments }), await this.#call(`workers/scripts/${script}/deployments`))
    return result.deployments[0]?.versions ?? []
  }

  /** The newest migration of object classes that `script` has at the platform, or null: without one, or without the script. */
  async findMigrationTag(script: string): Promise<string | null> {
    const response = await this.#send(`accounts/${this.#account}/workers/services/${script}`)
    if (response.status === 404) return null
    const { result } = v.parse(v.object({ result: service }), await read(response))
    return result.default_environment.script.migration_tag ?? null
  }

  async share(script: string, versions: readonly Share[]): Promise<void> {
    await this.#call(`workers/scripts/${script}/deployments`, { strategy: 'percentage', versions })
  }

  async count(script: string, version: string, since: Date): Promise<Counted> {
    const variables = { account: this.#account, script, version, since: since.toISOString() }
    const answer = await read(await this.#send('graphql', { query: countQuery, variables }))
    const rows = v
      .parse(v.object({ data: invocations }), answer)
      .data.viewer.accounts.flatMap((account) => account.workersInvocationsAdaptive)
    return {
      requests: rows.reduce((total, { sum }) => total + sum.requests, 0),
      errors: rows.reduce((total, { sum }) => total + sum.errors, 0),
    }
  }

  async #call(path: string, body?: object): Promise<unknown> {
    return read(await this.#send(`accounts/${this.#account}/${path}`, body))
  }

  #send(path: string, body?: object): Promise<Response> {
    return fetch(`${this.#baseUrl}/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${this.#token}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  }
}

async function read(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`Cloudflare's API answered ${response.status} to ${new URL(response.url).pathname}`)
  return response.json()
}
