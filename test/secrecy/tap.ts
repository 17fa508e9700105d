import { chatActions } from '#features/chat/contract.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { channelName, ping, typingEvent, type ServerFrame } from '#shared/realtime/wire.ts'
import { withPrefix } from '#shared/routing/href.ts'
import { newId, type Session } from '../../scripts/bench/realtime/people.ts'
import type { Recording } from './chance.ts'
import { Line, type Transport } from './line.ts'
import type { SecrecyServer } from './server.ts'

/**
 * How somebody reads: the language of their pages, the zone of their clock, the transport of their line, and whether they have a
 * script at all.
 */
export type Browser = { locale: LocaleCode; timeZone: string; transport: Transport; isNoScript?: boolean }

type Fields = Record<string, string>

/** One member at a browser, with all that the server sends them. */
export class Tap {
  readonly session: Session
  readonly #server: SecrecyServer
  readonly #browser: Browser
  #line: Line | null = null
  #token = ''
  #answers: string[] = []
  /** Of lines that have ended within the session. */
  #texts: string[] = []
  #frames: ServerFrame[] = []
  /** How much of the line belongs to sessions before. */
  #since = { texts: 0, frames: 0 }

  constructor(server: SecrecyServer, session: Session, browser: Browser) {
    this.#server = server
    this.session = session
    this.#browser = browser
  }

  get hasLine(): boolean {
    return this.#line !== null
  }

  get #headers(): Fields {
    const { locale, timeZone, isNoScript } = this.#browser
    const cookies = [`__Host-access=${this.session.token}`, `locale=${locale}`, `tz=${timeZone}`]
    if (isNoScript) cookies.push('__Host-plain=1')
    return { cookie: cookies.join('; '), origin: this.#server.origin }
  }

  /** Opens a line and follows the member's own channel, as every page does; without a script there is none. */
  async connect(): Promise<void> {
    if (this.#browser.isNoScript) return
    this.#line = new Line({ server: this.#server, transport: this.#browser.transport, headers: this.#headers })
    this.#since = { texts: 0, frames: 0 }
    await this.#line.open()
    this.#token = JSON.parse(await this.read('/api/realtime/token')).token
    await this.#line.join(channelName.member(this.session.member), this.#token)
  }

  /** The line is gone, as when a tab is closed. */
  disconnect(): void {
    if (!this.#line) return
    this.#texts.push(...this.#line.texts.slice(this.#since.texts))
    this.#frames.push(...this.#line.frames.slice(this.#since.frames))
    this.#line.close()
    this.#line = null
  }

  /** Follows the channel of an encounter. */
  async enter(encounter: string): Promise<void> {
    await this.#line?.join(channelName.conversation(encounter), this.#token)
  }

  async say(encounter: string, text: string): Promise<void> {
    const cid = newId()
    if (this.#line) await this.#line.say(encounter, cid, text)
    else await this.act(chatActions.send, { conversation: encounter, cid, text })
  }

  async type(encounter: string): Promise<void> {
    const channel = channelName.conversation(encounter)
    await this.#line?.request({ type: 'channel:clientEvent', channel, event: typingEvent, data: {} })
  }

  async ping(): Promise<void> {
    const pongs = () => this.#heard().filter((frame) => 'event' in frame && frame.event === 'pong').length
    const before = pongs()
    this.#line?.send(ping)
    await this.#line?.until('pong', () => pongs() > before)
  }

  /** Waits until such a frame has come so many times in this session. Who has no line waits for nothing. */
  async hears(what: string, look: (frame: ServerFrame) => boolean, times = 1): Promise<void> {
    await this.#line?.until(what, () => this.#heard().filter(look).length >= times)
  }

  #heard(): ServerFrame[] {
    return [...this.#frames, ...(this.#line?.frames.slice(this.#since.frames) ?? [])]
  }

  /** A page as a document. */
  document(path: `/${string}`): Promise<string> {
    return this.read(withPrefix(path, this.#browser.locale))
  }

  /** A page as a script reads it, or as a document where there is none. */
  page(path: `/${string}`): Promise<string> {
    const [pathname, query] = withPrefix(path, this.#browser.locale).split('?')
    const search = query === undefined ? '' : `?${query}`
    return this.#browser.isNoScript ? this.document(path) : this.read(`${pathname}/_payload.json${search}`)
  }

  /** Which parts of a document come at once and which follow is up to the machine's load: it is read with all of them at once. */
  async read(address: string): Promise<string> {
    for (let tries = 1; ; tries++) {
      const answer = await fetch(this.#server.origin + address, { headers: this.#headers, redirect: 'manual' })
      const body = await answer.text()
      if (tries === 10 || !body.includes('<!--$?-->')) return this.#keep(`GET ${address}`, answer, body)
    }
  }

  /** Presses something: with a script as JSON, without one as a form. `on`: the address of a page in another language. */
  async act({ path }: { path: string }, fields: Fields = {}, on?: string): Promise<string> {
    const { isNoScript } = this.#browser
    const type: Fields = isNoScript ? {} : { 'content-type': 'application/json', accept: 'application/json' }
    const page: Fields = on === undefined ? {} : { referer: this.#server.origin + on }
    const answer = await fetch(this.#server.origin + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...this.#headers, ...type, ...page },
      body: isNoScript ? new URLSearchParams(fields) : JSON.stringify(fields),
    })
    return this.#keep(`POST ${path}`, answer, await answer.text())
  }

  /** Without the token for one's own lines: it holds one's session and the second, and pages of one second have the same. */
  #keep(what: string, answer: Response, body: string): string {
    const kept = body.replace(/"realtimeToken":"[^"]+"/, '"realtimeToken":""')
    this.#answers.push(`${what}\n${answer.status} ${JSON.stringify([...answer.headers])}\n${kept}`)
    return body
  }

  /** Ends the session: all that has come since the one before. */
  cut(): Recording {
    const texts = [...this.#texts, ...(this.#line?.texts.slice(this.#since.texts) ?? [])]
    const read = this.#heard().map((frame) => JSON.stringify(frame))
    const recording = { texts, read, answers: this.#answers }
    this.#since = { texts: this.#line?.texts.length ?? 0, frames: this.#line?.frames.length ?? 0 }
    this.#texts = []
    this.#frames = []
    this.#answers = []
    return recording
  }
}
