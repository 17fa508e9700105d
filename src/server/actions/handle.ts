import type { Hono } from 'hono'
import type { Action, AnswerOf } from '#shared/routing/action.ts'
import type { AppEnv } from '../context.ts'
import type { Handler } from './action.ts'

/** A declared action with its handler. */
export type Endpoint = { action: Action; run: ReturnType<Handler['run']> }

type Table = Record<string, Action>

/**
 * Binds a handler to every action of a table. A missing or extra handler does not compile, and neither does one with another
 * answer.
 */
export function handle<Actions extends Table>(
  actions: Actions,
  handlers: NoInfer<{ [Name in keyof Actions]: Handler<AnswerOf<Actions[Name]>> }>,
): Endpoint[] {
  return pair(actions, handlers)
}

function pair(actions: Table, handlers: Record<string, Handler<object>>): Endpoint[] {
  return Object.entries(actions).map(([name, action]) => {
    const handler = handlers[name]
    if (!handler) throw new Error(`The action ${name} (${action.path}) has no handler`)
    return { action, run: handler.run(action.form) }
  })
}

/** Mounts actions at their declared addresses. */
export function mount(app: Hono<AppEnv>, endpoints: readonly Endpoint[]): void {
  for (const { action, run } of endpoints) app.on(action.method ?? 'POST', action.path, run)
}

/**
 * Endpoints of declared actions whose modules an isolate evaluates with the first request for one of them. The result is kept and
 * not its promise: a promise of another request may never settle here, when that request is aborted.
 */
export function handleLazily(actions: readonly Action[], load: () => Promise<readonly Endpoint[]>): Endpoint[] {
  let loaded: ReadonlyMap<Action, Endpoint> | undefined
  return actions.map((action) => ({
    action,
    async run(c, next) {
      loaded ??= new Map((await load()).map((endpoint) => [endpoint.action, endpoint]))
      const endpoint = loaded.get(action)
      if (!endpoint) throw new Error(`The action at ${action.path} has no handler`)
      return endpoint.run(c, next)
    },
  }))
}
