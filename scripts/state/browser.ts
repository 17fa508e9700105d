import { channelName, readFrames, type ServerFrame } from '#shared/realtime/wire.ts'

/** The password of every demo member. */
const password = 'kismet-demo-1'
const patienceMs = 10_000

type Asked = { method?: string; headers?: Record<string, string>; body?: string | FormData }

/**
 * A member's browser without a page. It uses the URLs and frames of a page that was opened before a deployment. They are written
 * out here because they have to keep working.
 */
export class Browser {
  readonly #url: string
  readonly #cookies: Map<string, string>

  constructor(url: string, cookies: Readonly<Record<string, string>> = {}) {
    this.#url = url
    this.#cookies = new Map(Object.entries(cookies))
  }

  static async signIn(url: string, email: string, agent: string): Promise<Browser> {
    const browser = new Browser(url)
    await browser.post('/api/auth/sign-in', { email, password }, agent)
    return browser
  }

  /** Reopens a browser after hours, with its stored cookies. */
  static async comeBack(url: string, cookies: Readonly<Record<string, string>>): Promise<Browser> {
    const browser = new Browser(url, cookies)
    await browser.post('/api/auth/refresh', {})
    return browser
  }

  /** All cookies but the access token, which expires after minutes. */
  get lastingCookies(): Record<string, string> {
    return Object.fromEntries([...this.#cookies].filter(([name]) => !name.includes('access')))
  }

  async post<Answer>(path: string, body: Record<string, unknown>, agent = 'Kismet test'): Promise<Answer> {
    const headers = { 'Content-Type': 'application/json', 'User-Agent': agent }
    return this.#ask(path, { method: 'POST', headers, body: JSON.stringify(body) })
  }

  async upload<Answer>(path: string, form: FormData): Promise<Answer> {
    return this.#ask(path, { method: 'POST', body: form })
  }

  async get<Answer>(path: string): Promise<Answer> {
    return this.#ask(path, {})
  }

  /** The access token for sockets. */
  async token(): Promise<string> {
    return (await this.get<{ token: string }>('/api/auth/session')).token
  }

  async open(member: string): Promise<Socket> {
    return Socket.open(this.#url, { member, token: await this.token(), channelToken: () => this.#channelToken() })
  }

  async #channelToken(): Promise<string> {
    return (await this.get<{ token: string }>('/api/realtime/token')).token
  }

  /** Downloads a file as bytes. */
  async measure(path: string): Promise<number> {
    return (await (await this.#fetch(path, {})).arrayBuffer()).byteLength
  }

  async #ask<Answer>(path: string, init: Asked): Promise<Answer> {
    return JSON.parse(await (await this.#fetch(path, init)).text())
  }

  async #fetch(path: string, init: Asked): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    // A server started later may get the port of one that has ended, so no old connection may be reused.
    const headers = { Accept: 'application/json', Connection: 'close', Origin: this.#url, Cookie: cookie, ...init.headers }
    const response = await fetch(this.#url + path, { ...init, headers, redirect: 'manual' })
    for (const set of response.headers.getSetCookie()) this.#take(set)
    if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${path}: ${response.status} ${await response.text()}`)
    return response
  }

  #take(set: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
    if (value === '') this.#cookies.delete(name)
    else this.#cookies.set(name, value)
  }
}

type Held = { member: string; token: string; channelToken: () => Promise<string> }

/** A browser's connection to its member's object. */
export class Socket {
  /** The code with which it was closed, by either end. */
  readonly closed: Promise<number>
  readonly #held: Held
  readonly #socket: WebSocket
  readonly #frames: ServerFrame[] = []
  #lastId = 0

  static async open(url: string, held: Held): Promise<Socket> {
    const headers = { Authorization: `Bearer ${held.token}`, Origin: url }
    const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime`, { headers })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('close', ({ code }) => reject(new Error(`The socket was closed: ${code}`)))
    await promise
    return new Socket(socket, held)
  }

  constructor(socket: WebSocket, held: Held) {
    this.#socket = socket
    this.#held = held
    const { promise, resolve } = Promise.withResolvers<number>()
    this.closed = promise
    socket.addEventListener('close', ({ code }) => resolve(code))
    socket.addEventListener('message', ({ data }) => this.#frames.push(...readFrames(String(data))))
  }

  /** Joins the member's own channel; returns the inbox and the counts. */
  async joinMember(): Promise<unknown> {
    return this.#join(channelName.member(this.#held.member))
  }

  /** Joins a conversation; returns its messages and the receipts. */
  async join(conversation: string): Promise<unknown> {
    return this.#join(channelName.conversation(conversation))
  }

  /** Waits for a frame that fits. */
  async until(fits: (frame: ServerFrame) => boolean): Promise<ServerFrame> {
    const { promise, resolve, reject } = Promise.withResolvers<ServerFrame>()
    const look = () => {
      const found = this.#frames.find(fits)
      if (found) resolve(found)
    }
    const timer = setTimeout(() => reject(new Error(`Waited in vain: ${JSON.stringify(this.#frames)}`)), patienceMs)
    this.#socket.addEventListener('message', look)
    look()
    return promise.finally(() => {
      clearTimeout(timer)
      this.#socket.removeEventListener('message', look)
    })
  }

  async close(): Promise<void> {
    this.#socket.close(1000)
    await this.closed
  }

  async #join(channel: string): Promise<unknown> {
    const id = ++this.#lastId
    const auth = { token: await this.#held.channelToken() }
    this.#socket.send(JSON.stringify({ id, type: 'channel:join', channel, auth }))
    const answer = await this.until((frame) => 'id' in frame && frame.id === id)
    if (!('status' in answer) || answer.status !== 'success') throw new Error(`${channel}: ${JSON.stringify(answer)}`)
    return answer.data
  }
}
