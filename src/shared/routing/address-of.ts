import type { Action } from './action.ts'

/** Returns the URL of an action whose path has parameters. */
export function addressOf({ path }: Action, params: Record<string, string | number>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === '') throw new Error(`addressOf(${path}): parameter '${name}' is missing`)
    return encodeURIComponent(value)
  })
}
