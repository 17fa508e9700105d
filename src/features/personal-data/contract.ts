import { action, read } from '#shared/routing/action.ts'

/** How long a finished export can be downloaded, and how long a failed one is shown. */
export const exportLifetimeMs = 7 * 24 * 60 * 60_000

/** The newest export of a member: none, being made, or how it ended. `size` in bytes, `expiresAt` in ms. */
export type ExportState =
  | { state: 'none' | 'preparing' | 'failed' }
  | { state: 'ready'; id: string; size: number; expiresAt: number }

/** A file of what is stored about the member. Restricted and deleted members have the right to it, too. */
export const exportActions = {
  ask: action<ExportState>('/api/account/export', 'export', { openToRestricted: true }),
  state: read<ExportState>('/api/account/export', { openToRestricted: true }),
  /** Sends the file, as an attachment. */
  download: read('/api/account/export/:id', { openToRestricted: true }),
}

/** The export as its section of the settings shows it. `canAsk`: none was made today. */
export type ExportProps = { current: ExportState; canAsk: boolean; isConfirmed: boolean }

/** The size as pages show it: whole megabytes, at least one. */
export const megabytes = (size: number) => Math.max(1, Math.ceil(size / 1e6))
