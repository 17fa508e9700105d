import '#ui/tokens.css'
import '#ui/fonts.css'
import '#ui/base.css'

/**
 * No browser loads this module in production: it makes the build emit the styles of pages and layouts that only the server
 * renders, and holds the base of all in the order of its layers.
 */
export const serverOnly = import.meta.glob([
  '/src/pages/*/page.tsx',
  '/src/pages/*/{form,account}.tsx',
  '/src/layouts/frames/{landing,static-landing,protected,bare,not-found-member,not-found-guest}.tsx',
])

// In development styles come with their modules, so that every page has to be imported to be dressed.
if (import.meta.env.DEV) for (const load of Object.values(serverOnly)) void load()
