import type { HistoryPage } from '#features/chat/contract.ts'

/** The history part of a page's payload; null when it could not be had. */
export async function fetchHistory(address: string): Promise<HistoryPage | null> {
  const [path = '', search = ''] = address.split('?')
  try {
    const response = await fetch(`${path}/_payload.json?${search}`, { headers: { Accept: 'application/json' } })
    if (!response.ok) return null
    const { late } = (await response.json()) as { late?: { history?: HistoryPage | null } }
    return late?.history ?? null
  } catch {
    return null // offline: the link stays and can be pressed
  }
}
