type ContactCheck = (text: string) => boolean

/** Loads the check for contact details: only requests and talks need its lists. */
export async function loadContactCheck(): Promise<ContactCheck> {
  const { holdsContact } = await import('./contact-details.ts')
  return holdsContact
}
