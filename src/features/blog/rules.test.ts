import { describe, expect, it } from 'vitest'
import type { BlogTag, PostCard } from './contract.ts'
import { knownTags, readingMinutes, relatedPosts } from './rules.ts'

const post = (slug: string, tags: BlogTag[], publishedAt: number): PostCard => ({
  slug,
  tags,
  publishedAt,
  title: slug,
  description: slug,
  minutes: 1,
})

describe('reading time', () => {
  it.each([
    [0, 1],
    [900, 1],
    [1499, 1],
    [1500, 2],
    [3400, 3],
    [3600, 4],
  ])('of %i characters is %i', (characters, minutes) => expect(readingMinutes(characters)).toBe(minutes))
})

describe('related posts', () => {
  const posts = [
    post('a', ['dates', 'safety'], 5),
    post('b', ['privacy'], 9),
    post('c', ['safety'], 1),
    post('d', ['dates', 'safety', 'messages'], 2),
    post('e', ['safety'], 3),
  ]
  const slugs = (of: PostCard, most?: number) => relatedPosts(of, posts, most).map(({ slug }) => slug)

  it('are those with the most tags in common, then the newest, without the post itself', () => {
    expect(slugs(post('a', ['dates', 'safety'], 5))).toEqual(['d', 'e', 'c'])
    expect(slugs(post('a', ['dates', 'safety'], 5), 10)).toEqual(['d', 'e', 'c', 'b'])
  })

  it('of a post without tags are the newest', () => {
    expect(slugs(post('x', [], 0), 2)).toEqual(['b', 'a'])
  })
})

it('a tag that is no longer known is left out', () => {
  expect(knownTags(['safety', 'weather', 'dates'])).toEqual(['dates', 'safety'])
})
