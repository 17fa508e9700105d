import { setTimeout as wait } from 'node:timers/promises'

/** Where a bucket is. */
type BucketName = { account: string; bucket: string; jurisdiction: string }

/** An R2 bucket by Cloudflare's API, as `wrangler r2 object` uses it, but without a process for each file. */
export class Bucket {
  readonly #address: string
  readonly #headers: Record<string, string>
  readonly #wait: (ms: number) => Promise<unknown>

  /** `baseUrl`: as wrangler has it in `CLOUDFLARE_API_BASE_URL`. */
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

  /** The API takes 1,200 calls in five minutes and says how long to wait after them. */
  async #send(method: string, key: string, { body = null, headers = {} }: Sent = {}): Promise<Response> {
    const response = await fetch(`${this.#address}/${key}`, { method, body, headers: { ...this.#headers, ...headers } })
    if (response.status === 429) {
      await this.#wait(Number(response.headers.get('retry-after') ?? 60) * 1000)
      return this.#send(method, key, { body, headers })
    }
    if (response.ok || (response.status === 404 && method !== 'PUT')) return response
    throw new Error(`R2 answered ${response.status} to ${method} ${key}`)
  }
}

type Sent = { body?: string | Buffer<ArrayBuffer> | null; headers?: Record<string, string> }
