import type {
  DirectAdmission,
  DirectAdmitted,
  DirectAnswer,
  DirectState,
  LeaseReport,
  Leased,
} from '#shared/realtime/direct/direct-socket.ts'
import type { AlarmHandlers } from '#objects/platform/alarm-scheduler.ts'
import type { DirectRows } from './direct-rows.ts'
import type { DirectSockets, DirectSocketsDeps } from './direct-sockets.ts'

type LazyDirectsDeps = Omit<DirectSocketsDeps, 'store'> & {
  ctx: Pick<DurableObjectState, 'blockConcurrencyWhile'>
  rows: DirectRows
}

/**
 * The member's sockets straight to conversations. Their code comes with the first of them: most isolates never see one. While it
 * is not loaded, the member has none.
 */
export class LazyDirects {
  readonly #deps: LazyDirectsDeps
  #loaded: DirectSockets | null = null
  readonly alarms: AlarmHandlers<'end-direct-sockets' | 'sync-direct-sockets'> = {
    'end-direct-sockets': async () => (await this.#load()).sendEnds(),
    'sync-direct-sockets': async () => (await this.#load()).syncAll(),
  }

  constructor(deps: LazyDirectsDeps) {
    this.#deps = deps
    if (deps.rows.all().length > 0) void deps.ctx.blockConcurrencyWhile(() => this.#load())
  }

  async #load(): Promise<DirectSockets> {
    const { openDirectSockets } = await import('./direct-sockets.ts')
    return (this.#loaded ??= openDirectSockets(this.#deps.rows, this.#deps))
  }

  async admit(conversation: string, admission: DirectAdmission): Promise<DirectAdmitted> {
    return (await this.#load()).admit(conversation, admission)
  }

  async lease(conversation: string, report: LeaseReport): Promise<Leased> {
    return (await this.#load()).lease(conversation, report)
  }

  sync(conversation: string, state: DirectState): DirectAnswer | undefined {
    return this.#loaded?.sync(conversation, state)
  }

  forget(conversation: string): void {
    this.#loaded?.forget(conversation)
  }

  async end(sid: string | null, code: number): Promise<void> {
    await this.#loaded?.end(sid, code)
  }

  async sendFacts(): Promise<void> {
    await this.#loaded?.sendFacts()
  }

  connectionClosed(): void {
    this.#loaded?.connectionClosed()
  }

  async catchUp(only?: string): Promise<void> {
    await this.#loaded?.catchUp(only)
  }
}
