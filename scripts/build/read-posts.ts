import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { postText, type PostText } from '#seed/contract.ts'

const folder = 'src/seed/posts'
const written = /^---\ntitle: (?<title>.+)\ndescription: (?<description>.+)\n---\n(?<body>[^]+)$/

/** The posts of `src/seed/posts/{slug}/{locale}.md`, sorted by path. */
export async function readPosts(): Promise<PostText[]> {
  const paths = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.md')).toSorted()
  return Promise.all(paths.map(async (path) => parsePost(path, await readFile(join(folder, path), 'utf8'))))
}

/** `path`: relative to the folder of posts. */
export function parsePost(path: string, text: string): PostText {
  const [slug = '', file = ''] = path.split('/')
  const parts = written.exec(text)?.groups
  const parsed = v.safeParse(postText, { ...parts, body: parts?.['body']?.trim(), slug, locale: file.replace(/\.md$/, '') })
  if (!parsed.success) throw new Error(`${path} is no post: it begins with --- title: … description: … ---`)
  return parsed.output
}
