import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { createApp } from '#worker/app.ts'
import { queueTo } from './mail-queue.ts'
import { origin } from './realtime-client.ts'

export type Email = { to: string; subject: string; text: string; html: string }

/** Emails passed to the email service; newest last. */
export const mailbox: Email[] = []

/** The one external service; everything else behind the app is real. */
const postOffice: SendEmail = {
  async send(message: EmailMessage | EmailMessageBuilder) {
    if ('subject' in message) {
      const { to, subject, text = '', html = '' } = message
      mailbox.push({ to: String(to), subject, text, html })
    }
    return { messageId: 'test' }
  },
}

export const emailsTo = (email: string) => mailbox.filter((letter) => letter.to === email)
export const codeIn = (letter: Email | undefined) => /^\d{6}$/m.exec(letter?.text ?? '')?.[0] ?? ''
/** Path and query of the email's link. */
export const linkIn = (letter: Email | undefined) => {
  const url = new URL(/https:\S+/.exec(letter?.text ?? '')?.[0] ?? origin)
  return url.pathname + url.search
}

const app = createApp()

/** A browser without scripts: stores cookies, follows no redirect, and waits for all background work of the worker. */
export class Visitor {
  readonly cookies = new Map<string, string>()
  readonly #network: string | undefined
  readonly #bindings: Partial<Cloudflare.Env>

  /** The client address; by default all visitors share theirs. `bindings`: replace the worker's own. */
  constructor(network?: string, bindings: Partial<Cloudflare.Env> = {}) {
    this.#network = network
    this.#bindings = bindings
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (this.cookies.size) headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    if (!headers.has('origin')) headers.set('origin', origin)
    if (this.#network !== undefined) headers.set('cf-connecting-ip', this.#network)
    const context = createExecutionContext()
    const request = new Request(origin + path, { ...init, headers, redirect: 'manual' })
    const response = await app.fetch(request, { ...env, MAIL: queueTo(postOffice), ...this.#bindings }, context)
    await waitOnExecutionContext(context)
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    return response
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.fetch(path, { headers })
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return this.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  }

  submit(path: string, fields: [string, string][], headers: Record<string, string> = {}): Promise<Response> {
    return this.fetch(path, { method: 'POST', headers, body: new URLSearchParams(fields) })
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';')
    const name = pair.slice(0, pair.indexOf('='))
    if (/max-age=0/i.test(line)) this.cookies.delete(name)
    else this.cookies.set(name, pair.slice(name.length + 1))
  }
}

/** A visitor on a separate network, so that no other test uses up its limits. */
export function visitorElsewhere(): Visitor {
  const [a = 0, b = 0, c = 0] = crypto.getRandomValues(new Uint8Array(3))
  return new Visitor(`10.${a}.${b}.${c}`)
}

let people = 0

/** A sign-up as posted by the page, with a unique address. */
export function newPerson(overrides: Record<string, unknown> = {}) {
  return {
    email: `person-${people++}-${crypto.randomUUID().slice(0, 8)}@example.test`,
    password: 'warm-river-lantern',
    firstName: 'Nora',
    birthDate: '24/05/1992',
    gender: 'woman',
    seeks: ['man', 'woman'],
    terms: true,
    sensitiveData: true,
    timeZone: 'Europe/London',
    ...overrides,
  }
}

export type Person = ReturnType<typeof newPerson>

/** A visitor in the middle of signing up, with the code in the mailbox. */
export async function signUp(
  person: Person = newPerson(),
  visitor = new Visitor(),
): Promise<{ visitor: Visitor; person: Person; response: Response; code: string }> {
  const response = await visitor.post('/api/auth/sign-up', person)
  return { visitor, person, response, code: codeIn(emailsTo(person.email).at(-1)) }
}

/** A visitor whose address is confirmed. */
export async function join(person: Person = newPerson()): Promise<{ visitor: Visitor; person: Person }> {
  const { visitor, code } = await signUp(person)
  const response = await visitor.post('/api/registration/verify', { code })
  if (response.status !== 200) throw new Error(`joining failed: ${response.status} ${await response.text()}`)
  return { visitor, person }
}
