import type { HistoryPage } from '#features/chat/contract.ts'

/** Fetches the history part of a page's payload; null when that fails. */
export async function fetchHistory(address: string): Promise<HistoryPage | null> {
  const [path = '', search = ''] = address.split('?')
  try {
    const response = await fetch(`${path}/_payload.json?${search}`, { headers: { Accept: 'application/json' } })
    if (!response.ok) return null
    const { deferred } = (await response.json()) as { deferred?: { history?: HistoryPage | null } }
    return deferred?.history ?? null
  } catch {
    return null // Offline: the link stays and can be pressed.
  }
}
