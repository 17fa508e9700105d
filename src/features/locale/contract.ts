import { action } from '#shared/routing/action.ts'

export const localeActions = { choose: action('/api/locale', 'locale', { openToRestricted: true }) }
