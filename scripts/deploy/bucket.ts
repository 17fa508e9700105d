import { setTimeout as wait } from 'node:timers/promises'

/** The address of a bucket. */
type BucketName = { account: string; bucket: string; jurisdiction: string }

/** How often one call is sent before it counts as refused, and how long it waits if the platform does not say. */
const mostAttempts = 10
const usualWaitS = 60

/** An R2 bucket through Cloudflare's API, as used by `wrangler r2 object`, but without a process for each file. */
export class Bucket {
  readonly #address: string
  readonly #headers: Record<string, string>
  readonly #wait: (ms: number) => Promise<unknown>

  /** `baseUrl`: the value that wrangler takes from `CLOUDFLARE_API_BASE_URL`. */
  constructor(
    baseUrl: string,
    { account, bucket, jurisdiction }: BucketName,
    token: string,
    pause: (ms: number) => Promise<unknown> = wait,
  ) {
    this.#address = `${baseUrl}/accounts/${account}/r2/buckets/${bucket}/objects`
    this.#headers = { Authorization: `Bearer ${token}`, 'cf-r2-jurisdiction': jurisdiction }
    this.#wait = pause
  }

  /** Returns the text of an object, or null. */
  async find(key: string): Promise<string | null> {
    const response = await this.#send('GET', key)
    return response.status === 404 ? null : response.text()
  }

  async put(key: string, body: string | Buffer<ArrayBuffer>, contentType: string): Promise<void> {
    await this.#send('PUT', key, { body, headers: { 'Content-Type': contentType } })
  }

  async delete(key: string): Promise<void> {
    await this.#send('DELETE', key)
  }

  /** The API allows 1,200 calls in five minutes and then says how long to wait. */
  async #send(method: string, key: string, { body = null, headers = {} }: Sent = {}): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(`${this.#address}/${key}`, { method, body, headers: { ...this.#headers, ...headers } })
      if (response.ok || (response.status === 404 && method !== 'PUT')) return response
      if (response.status !== 429 || attempt === mostAttempts)
        throw new Error(`R2 answered ${response.status} to ${method} ${key} (attempt ${attempt})`)
      await this.#wait(readWaitS(response) * 1000)
    }
  }
}

/** `Retry-After` may also be a date, or invalid; neither may become a wait of zero. */
function readWaitS({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after'))
  return seconds > 0 && seconds <= 10 * usualWaitS ? seconds : usualWaitS
}

type Sent = { body?: string | Buffer<ArrayBuffer> | null; headers?: Record<string, string> }
