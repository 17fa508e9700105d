import { apiPaths } from '#shared/api-paths.ts'
import { useSeen } from '#ui/use-seen.ts'

/** Leaves a visit to a profile that is being looked at; the server counts one in half an hour. `id` null: no visit. */
export function useVisit(id: string | null): void {
  useSeen(apiPaths.visit, 'id', id)
}
