import type { Viewer } from './bootstrap.ts'
import type { Route } from './routing/routes.ts'

export type ColorMode = 'light' | 'dark'

/**
 * Returns the colour mode of a page (spec §3, §9): a value forced by the page, else the member's own choice, else light. Null
 * leaves it to the system. The style sheet then follows `prefers-color-scheme`, so nothing flashes and no script is needed.
 */
export function colorModeOf(route: Pick<Route, 'colorMode'> | null, viewer: Pick<Viewer, 'appearance'> | null): ColorMode | null {
  if (route?.colorMode) return route.colorMode
  switch (viewer?.appearance.id) {
    case 2:
      return 'dark'
    case 3:
      return null
    default:
      return 'light'
  }
}
