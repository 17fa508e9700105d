import { useState } from 'react'
import type { LikesLeftView, Relationship } from '#features/likes/contract.ts'
import type { Decision, Person } from './likes-context.ts'

/** The decisions on a page since it loaded, until a client navigation brings newer data. */
export function useDecisions(quota: LikesLeftView) {
  const [source, setSource] = useState(quota)
  const [left, setLeft] = useState(quota.left)
  const [relationships, setRelationships] = useState<Record<string, Relationship>>({})
  const [lastPassed, setLastPassed] = useState<Person | null>(null)
  const [last, setLast] = useState<Decision | null>(null)
  const [isUndone, setUndone] = useState(false)
  if (source !== quota) {
    setSource(quota)
    setLeft(quota.left)
    setRelationships({})
    setLastPassed(null)
    setLast(null)
    setUndone(false)
  }
  return {
    left,
    setLeft,
    relationships,
    setRelationships,
    /** Sets the relationship to one person. */
    stand: (id: string, relationship: Relationship) => setRelationships((all) => ({ ...all, [id]: relationship })),
    lastPassed,
    setLastPassed,
    last,
    setLast,
    isUndone,
    setUndone,
  }
}

export type Decisions = ReturnType<typeof useDecisions>
