import '#ui/tokens.css'
import '#ui/fonts.css'
import '#ui/base.css'

/**
 * Browsers never load this module in production. It makes the build emit the styles of pages and layouts that only the server
 * renders. It also imports the base styles in the order of their layers.
 */
export const serverOnly = import.meta.glob([
  '/src/pages/*/page.tsx',
  '/src/pages/*/{form,account}.tsx',
  '/src/layouts/frames/{landing,static-landing,protected,bare,not-found-member,not-found-guest}.tsx',
])

// In development styles come with their modules, so every page must be imported to get its styles.
if (import.meta.env.DEV) for (const load of Object.values(serverOnly)) void load()
