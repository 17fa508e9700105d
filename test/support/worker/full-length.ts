import { env } from 'cloudflare:test'

/** `npm run test:full` sets it; `npm test` repeats less often what is drawn by chance. */
export const isFullLength = env.FULL_LENGTH === '1'
