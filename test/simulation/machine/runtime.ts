import { AsyncLocalStorage } from 'node:async_hooks'
import { Alarms, type Answered } from './alarms.ts'
import type { Clock, Due } from './clock.ts'
import { contextOf } from './context.ts'
import { copy } from './copy.ts'
import { crashPoints, order, type Disorder, type Instance, type Method } from './instance.ts'
import { Lines } from './lines.ts'
import type { ServerSocket, SocketLine, SocketOwner } from './socket.ts'
import { Storages } from './storages.ts'
import { Timers } from './timers.ts'

type Create = (context: ReturnType<typeof contextOf>) => object
type Call = { key: string; method: string; input: readonly unknown[] }

const latencyMs = { least: 1, most: 40 }
const repeatWithinMs = 300

/** What an object that is gone waits for. */
const never = () => new Promise<never>(() => {})

/**
 * What the runtime of the product's objects does, in simulated time. A step is what an object does without waiting; whatever it
 * sends leaves when the step is over and its writes last. Between any two steps, and before a step's writes last, it may crash.
 */
export class Runtime {
  disorder: Disorder = order
  readonly crashes: Record<string, number> = {}
  readonly counts = { calls: 0, steps: 0, lost: 0, repeated: 0, evictions: 0, delayedAlarms: 0, repeatedAlarms: 0, rolledBack: 0 }
  /** An object's writes last from now on. */
  onCommit: (instance: Instance, written: readonly string[]) => void = () => {}
  readonly storages = new Storages()
  readonly clock: Clock
  readonly #random: () => number
  readonly #kinds = new Map<string, Create>()
  readonly #instances = new Map<string, Instance>()
  /** Sockets of objects that were taken out of memory. */
  readonly #sleeping = new Map<string, Instance['sockets']>()
  readonly #running = new AsyncLocalStorage<Instance>()
  readonly #stepping = new Set<Instance>()
  readonly #alarms: Alarms
  readonly #lines: Lines
  readonly #repeatable: ReadonlySet<string>
  readonly #timers: Timers

  constructor(clock: Clock, random: () => number, repeatable: readonly string[]) {
    this.clock = clock
    this.#random = random
    this.#repeatable = new Set(repeatable)
    this.#timers = new Timers(clock, (instance, run) => this.#step(instance, run))
    this.#alarms = new Alarms({
      clock,
      random,
      happens: (kind) => this.#happens(this.disorder[kind]) && (this.counts[kind] += 1) > 0,
      storageOf: (key) => this.storages.of(key),
      ring: (key, answered) => this.#arrive({ key, method: 'alarm', input: [] }, answered),
    })
    this.#lines = new Lines({
      clock,
      latency: () => this.#latency(),
      afterStep: (send) => this.#afterStep(this.#running.getStore(), send),
      step: (key, run) => {
        const owner = this.#instances.get(key) ?? (this.#sleeping.has(key) ? this.#wake(key) : null)
        if (owner) this.#step(owner, () => run(owner.object as unknown as SocketOwner))
      },
    })
  }

  runUntil(end: number): Promise<void> {
    return this.clock.runUntil(end, () => this.#endSteps())
  }

  /** The time by the clock of the object that asks. */
  now(): number {
    return this.clock.now + (this.#running.getStore()?.skewMs ?? 0)
  }

  setTimeout(run: () => void, ms = 0): Due {
    return this.#timers.set(this.#running.getStore(), run, ms)
  }

  readonly clearTimeout = (due: Due) => this.#timers.clear(due)

  /** A namespace of objects as `env` has it. */
  define(kind: string, create: Create): { getByName(name: string): object } {
    this.#kinds.set(kind, create)
    this.crashes[kind] = 0
    return { getByName: (name) => this.#stub(`${kind} ${name}`) }
  }

  /** Calls by one stub arrive in their order. */
  #stub(key: string): object {
    const line = { arrivesAt: 0 }
    const get = (_: object, method: string | symbol) => {
      if (typeof method !== 'string' || method === 'then') return undefined
      return (...input: unknown[]) => this.#call({ key, method, input }, line)
    }
    return new Proxy({}, { get })
  }

  /** A question outside of the objects, as to a database: it takes its time, and may get no answer. */
  ask<Answer>(answer: () => Answer): Promise<Answer> {
    return this.#send((answered) => {
      this.clock.at(this.clock.now + this.#latency(), () => {
        if (this.#isLost()) return answered.reject(new Error('A question got lost'))
        try {
          const value = answer()
          if (this.#isLost()) answered.reject(new Error('An answer got lost'))
          else answered.resolve(value)
        } catch (error) {
          answered.reject(error)
        }
      })
    }) as Promise<Answer>
  }

  #call(call: Call, line: { arrivesAt: number }): Promise<unknown> {
    const sent = { ...call, input: call.input.map(copy) }
    return this.#send((answered) => {
      this.counts.calls += 1
      const at = Math.max(line.arrivesAt, this.clock.now + this.#latency())
      line.arrivesAt = at
      this.clock.at(at, () => {
        if (this.#isLost()) return answered.reject(new Error(`A call of ${call.method} got lost`))
        this.#arrive(sent, answered)
        if (this.#repeatable.has(call.method) && this.#happens(this.disorder.repeats)) this.#repeat(sent)
      })
    })
  }

  /** The question leaves after the step that asks it, and its answer begins another step of the same object. */
  #send(leave: (answered: Answered) => void): Promise<unknown> {
    const asker = this.#running.getStore()
    if (asker?.isGone) return never()
    return new Promise((resolve, reject) => {
      if (asker) asker.awaited += 1
      const back = (settle: () => void) => {
        this.clock.at(this.clock.now + this.#latency(), () => {
          if (!asker) return settle()
          asker.awaited -= 1
          this.#step(asker, settle)
        })
      }
      const answered = {
        resolve: (value: unknown) => back(() => resolve(value)),
        reject: (error: unknown) => back(() => reject(error)),
      }
      this.#afterStep(asker, () => leave(answered))
    })
  }

  #arrive({ key, method, input }: Call, answered: Answered): void {
    const instance = this.#wake(key)
    const onCrash = () => answered.reject(new Error(`${instance.kind} crashed during ${method}`))
    instance.unanswered.add(onCrash)
    const answer = (settle: () => void) =>
      this.#afterStep(instance, () => {
        instance.unanswered.delete(onCrash)
        if (this.#isLost()) answered.reject(new Error(`The answer to ${method} got lost`))
        else settle()
      })
    this.#step(instance, async () => {
      try {
        const value = copy(await instance.object[method]?.(...input))
        answer(() => answered.resolve(value))
      } catch (error) {
        answer(() => answered.reject(error))
      }
    })
  }

  #repeat(call: Call): void {
    this.counts.repeated += 1
    const again = { ...call, input: call.input.map(copy) }
    const at = this.clock.now + Math.floor(this.#random() * repeatWithinMs)
    this.clock.at(at, () => this.#arrive(again, { resolve() {}, reject() {} }))
  }

  #step(instance: Instance, run: () => unknown): void {
    if (instance.isGone) return
    if (!this.#stepping.has(instance)) this.#beginStep(instance)
    // What fails without a caller is lost, as it is there.
    this.#running.run(instance, () => void Promise.resolve(run()).catch(() => {}))
  }

  #beginStep(instance: Instance): void {
    this.#stepping.add(instance)
    const crashes = this.#happens(this.disorder.crashes[instance.kind] ?? 0)
    instance.crash = crashes ? (crashPoints[Math.floor(this.#random() * crashPoints.length)] ?? null) : null
    instance.storage.isRevocable = instance.crash === 'before-commit'
  }

  /** Now, or at the end of the step that runs. */
  #afterStep(instance: Instance | undefined, leave: () => void): void {
    if (instance) instance.outbox.push(leave)
    else leave()
  }

  #endSteps(): void {
    for (const instance of this.#stepping) this.#endStep(instance)
    this.#stepping.clear()
  }

  #endStep(instance: Instance): void {
    const { storage, crash } = instance
    this.counts.steps += 1
    const outbox = instance.outbox.splice(0)
    if (crash === 'before-commit') {
      this.counts.rolledBack += 1
      storage.rollback()
      return this.#crash(instance)
    }
    const { written, alarmChanged } = storage.commit()
    if (alarmChanged) this.#alarms.set(instance.key, instance.skewMs)
    if (written.length > 0) this.onCommit(instance, written)
    if (crash === 'before-sending') return this.#crash(instance)
    for (const leave of outbox) leave()
    if (crash === 'after-sending') return this.#crash(instance)
    const isIdle = instance.awaited === 0 && instance.unanswered.size === 0
    if (isIdle && this.#happens(this.disorder.evictions)) this.#evict(instance)
  }

  #wake(key: string): Instance {
    const known = this.#instances.get(key)
    if (known) return known
    const at = key.indexOf(' ')
    const [kind, name] = [key.slice(0, at), key.slice(at + 1)]
    const create = this.#kinds.get(kind)
    if (!create) throw new Error(`No objects of kind ${kind}`)
    const instance: Instance = {
      key,
      kind,
      name,
      object: {},
      storage: this.storages.of(key),
      skewMs: Math.round((this.#random() * 2 - 1) * this.disorder.skewMs),
      isGone: false,
      crash: null,
      outbox: [],
      unanswered: new Set(),
      awaited: 0,
      sockets: this.#sleeping.get(key) ?? new Set(),
    }
    this.#sleeping.delete(key)
    this.#instances.set(key, instance)
    this.#step(instance, () => {
      instance.object = create(contextOf(instance)) as Record<string, Method>
    })
    return instance
  }

  #forget(instance: Instance): void {
    instance.isGone = true
    this.#instances.delete(instance.key)
  }

  #evict(instance: Instance): void {
    this.counts.evictions += 1
    this.#forget(instance)
    if (instance.sockets.size > 0) this.#sleeping.set(instance.key, instance.sockets)
  }

  /** Every object, as at a deployment. Between two steps. */
  restart(): void {
    for (const instance of this.#instances.values()) this.#crash(instance)
  }

  /** Memory is gone, what was written stays; callers learn of it, and sockets break. */
  #crash(instance: Instance): void {
    this.#forget(instance)
    this.crashes[instance.kind] = (this.crashes[instance.kind] ?? 0) + 1
    for (const notify of instance.unanswered) notify()
    for (const socket of instance.sockets) socket.breakOff()
  }

  /** Opens a WebSocket to an object that answers `openSocket` with the number of a line; null when that fails. */
  async connect(key: string, headers: Readonly<Record<string, string>>): Promise<SocketLine | null> {
    try {
      return this.#lines.take(Number(await this.#call({ key, method: 'openSocket', input: [headers] }, { arrivesAt: 0 })))
    } catch {
      return null
    }
  }

  /** The two ends of a new WebSocket of the object that runs. */
  openLine(): { 0: number; 1: ServerSocket } {
    const instance = this.#running.getStore()
    if (!instance) throw new Error('Only objects accept sockets')
    return this.#lines.open(instance.key)
  }

  #isLost(): boolean {
    const isLost = this.#happens(this.disorder.lost)
    if (isLost) this.counts.lost += 1
    return isLost
  }

  readonly #latency = () => latencyMs.least + Math.floor(this.#random() * (latencyMs.most - latencyMs.least))
  readonly #happens = (chance: number) => chance > 0 && this.#random() < chance
}
