type Departure = {
  destination: { url: string }
  /** 'document': a full load was requested. 'external': leaving this origin was explicitly allowed. */
  info?: unknown
  sourceElement?: { hasAttribute(name: string): boolean } | null
}

/** Refuses a navigation to another origin that was not explicitly allowed (spec §2); returns whether it did. */
export function refuseExternal(event: Departure & Pick<Event, 'preventDefault'>): boolean {
  const { origin } = new URL(event.destination.url)
  const isAllowed = event.info === 'external' || event.info === 'document' || event.sourceElement?.hasAttribute('data-external')
  // 'null': a URL for another program, such as a `mailto:` link.
  if (origin === location.origin || origin === 'null' || isAllowed) return false
  event.preventDefault()
  console.warn(`External address refused ${origin}`)
  return true
}
