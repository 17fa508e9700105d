import type { DirectEnd, DirectFacts } from '#shared/realtime/direct/direct-socket.ts'
import { noSockets, type WatchedSockets } from '../pair-access.ts'
import { noneOpen, type DirectPort } from './direct-port.ts'
import type { Direct, DirectDeps } from './open-direct.ts'

/** The conversation's direct sockets. Their code comes with the first of them: most isolates never see one. */
export class LazyDirects {
  readonly #deps: DirectDeps
  #loaded: Direct | null = null

  constructor(deps: DirectDeps) {
    this.#deps = deps
  }

  async #load(): Promise<Direct> {
    const { openDirect } = await import('./open-direct.ts')
    return (this.#loaded ??= openDirect(this.#deps, this.#deps.findOpen()?.state.head ?? 0))
  }

  get port(): DirectPort {
    return this.#loaded?.sockets ?? noneOpen
  }

  get watched(): WatchedSockets {
    return this.#loaded?.watched ?? noSockets
  }

  /** The object has started: it may have sockets from before, or may have lost them. */
  restore(): void {
    const { ctx, findOpen, wakeAt } = this.#deps
    const hasPresent = (findOpen()?.presence.listDirect() ?? []).length > 0
    if (!hasPresent && ctx.getWebSockets().length === 0) return
    // Before any event of these sockets.
    void ctx.blockConcurrencyWhile(async () => {
      const { sockets } = await this.#load()
      const open = findOpen()
      if (open && sockets.hasLost(open)) wakeAt(Date.now())
    })
  }

  async accept(request: Request): Promise<Response> {
    return (await this.#load()).sockets.accept(request)
  }

  async receive(socket: WebSocket, frame: string | ArrayBuffer): Promise<void> {
    await (this.#loaded ?? (await this.#load())).receive(socket, frame)
  }

  /** `code`: of the client's close frame, if there was one. */
  closed(socket: WebSocket, code?: number): void {
    this.#loaded?.closed(socket, code)
  }

  end(member: string, end: DirectEnd): void {
    this.#loaded?.sockets.end(member, end)
  }

  show(member: string, isHidden: boolean): void {
    this.#loaded?.sockets.show(member, isHidden)
  }

  takeFacts(member: string, facts: DirectFacts): void {
    this.#loaded?.sockets.takeFacts(member, facts)
  }

  endAll(): void {
    this.#loaded?.sockets.endAll()
  }

  /** True if there are any left. */
  reap(now: number): boolean {
    return this.#loaded?.sockets.reap(now) ?? false
  }
}
