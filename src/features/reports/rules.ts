import type { EvidenceMessage } from '#features/chat/contract.ts'
import type { ReportCategory } from './contract.ts'

/** True where the page after the report leads to an emergency number. */
export function isUrgent(category: ReportCategory): boolean {
  return category === 'danger'
}

/** D1 stores at most 2,000,000 bytes in a row. */
const mostBytes = 1_500_000
const utf8 = new TextEncoder()

/** The newest messages that fit into one row, and how many older ones do not. */
export function fitEvidence(messages: readonly EvidenceMessage[]): { messages: EvidenceMessage[]; left: number } {
  let bytes = 0
  let first = messages.length
  while (first > 0) {
    bytes += utf8.encode(JSON.stringify(messages[first - 1])).byteLength + 1
    if (bytes > mostBytes) break
    first -= 1
  }
  return { messages: messages.slice(first), left: first }
}
