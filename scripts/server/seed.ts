import { seedActions } from '#seed/contract.ts'

/** Fills the local database with content and demo members; does nothing when they are there. */
export async function seed(url: string, secret: string): Promise<void> {
  const response = await fetch(url + seedActions.seed.path, {
    method: 'POST',
    headers: { 'X-Seed-Secret': secret, Origin: url, 'Sec-Fetch-Site': 'same-origin' },
  })
  if (!response.ok) throw new Error(`Seeding failed with ${response.status}: ${await response.text()}`)
}
