import { seedActions } from '#seed/contract.ts'
import { readPosts } from '../build/read-posts.ts'

/** Fills the local database with content and demo members; does nothing if they exist. */
export async function seed(url: string, secret: string): Promise<void> {
  const response = await fetch(url + seedActions.seed.path, {
    method: 'POST',
    headers: {
      'X-Seed-Secret': secret,
      Origin: url,
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': 'application/json',
    },
    // The worker cannot read files, and including the posts would make its script half as large again.
    body: JSON.stringify({ posts: await readPosts() }),
  })
  if (!response.ok) throw new Error(`Seeding failed with ${response.status}: ${await response.text()}`)
}
