/** Sends a request to the worker; redirects are not followed. */
export type Send = (path: string, init: RequestInit) => Promise<Response>

/** A member's browser: stores cookies and follows no redirect. */
export class Browser {
  readonly #cookies: Map<string, string>
  readonly #send: Send
  readonly #origin: string

  /** `timeZone`: that of the browser, as its script stores it. */
  constructor(send: Send, origin: string, timeZone = 'Europe/London') {
    this.#cookies = new Map([['tz', encodeURIComponent(timeZone)]])
    this.#send = send
    this.#origin = origin
  }

  get(path: string): Promise<Response> {
    return this.#fetch(path, {})
  }

  post(path: string, body: Record<string, unknown>): Promise<Response> {
    return this.#fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
    })
  }

  /** A page's props, requested as the client does when it navigates. */
  async read<Props>(path: string): Promise<Props> {
    const [pathname = '', query] = path.split('?')
    const response = await this.get(`${pathname}/_payload.json${query === undefined ? '' : `?${query}`}`)
    const { data } = (await response.json()) as { data: { props: Props } }
    return data.props
  }

  /** As after ten minutes: the next request renews the session. */
  forgetAccessToken(): void {
    for (const name of this.#cookies.keys()) if (name.endsWith('access')) this.#cookies.delete(name)
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async #fetch(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('origin', this.#origin)
    headers.set('sec-fetch-site', 'same-origin')
    if (this.#cookies.size > 0) headers.set('cookie', this.cookie)
    const response = await this.#send(path, { ...init, headers, redirect: 'manual' })
    if (response.status >= 400) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    // Read to the end, so that the page's deferred parts send their queries too.
    const body = await response.arrayBuffer()
    return new Response(body.byteLength === 0 ? null : body, { status: response.status, headers: response.headers })
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';')
    const name = pair.slice(0, pair.indexOf('='))
    if (/max-age=0/i.test(line)) this.#cookies.delete(name)
    else this.#cookies.set(name, pair.slice(name.length + 1))
  }
}
