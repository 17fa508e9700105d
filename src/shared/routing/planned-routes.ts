import type { Route } from './routes.ts'

/**
 * Pages of spec §2 that are not built, to which a notification can lead. Each moves into the route table with its page. They
 * stand apart, because every page loads the table.
 */
export const plannedRoutes = {
  anonymousChat: { key: 'anonymous-chat', path: '/anonymous-chat/:id' },
  blindDate: { key: 'blind-date', path: '/blind-dates/:id' },
} as const satisfies Record<string, Pick<Route, 'key' | 'path'>>
