import { describe, expect, test } from 'vitest'
import { actions } from '#worker/api.ts'
import { endpoints } from '#worker/endpoints.ts'
import type { Action } from '#shared/routing/action.ts'

/** Addresses are mounted from the declarations, and the handlers are loaded with the first request. */
describe('the actions of the API', () => {
  const addressOf = ({ method, path }: Action) => `${method ?? 'POST'} ${path}`

  test('every declared action has one handler, and every handler is of a declared action', () => {
    const handled = endpoints.map(({ action }) => action)
    expect(handled.map(addressOf).toSorted()).toEqual(actions.map(addressOf).toSorted())
    expect(new Set(handled)).toEqual(new Set(actions))
  })

  test('no two have the same address', () => {
    expect(new Set(actions.map(addressOf)).size).toBe(actions.length)
  })
})
