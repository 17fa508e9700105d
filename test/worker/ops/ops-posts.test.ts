import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog, blogPosts, blogTranslations } from '#db/schema.ts'
import { feedHref } from '#features/blog/contract.ts'
import { opsActions, postPreviewActions } from '#features/ops/contract.ts'
import { addressOf } from '#shared/routing/address-of.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { createMember, db, postForm } from '#test/support/worker/members.ts'
import { openPage } from '#test/support/worker/pages.ts'
import { readRevision, writePost } from '#test/support/worker/posts.ts'
import { newId } from '#test/support/worker/realtime-client.ts'
import { type Colleague, createModerator } from '#test/support/worker/staff.ts'

const newSlug = () => `post-${newId().toLowerCase().replaceAll(/[^a-z0-9]/g, '').slice(0, 12)}` // prettier-ignore
const words = {
  title: 'Second dates',
  description: 'What to do when the first one went well, and how to ask for it.',
  body: 'Ask **soon**.',
}
const rowOf = async (slug: string) => (await db.select().from(blogPosts).where(eq(blogPosts.slug, slug)))[0]
const textsOf = (slug: string) => db.select().from(blogTranslations).where(eq(blogTranslations.slug, slug))
const auditOf = async (slug: string) =>
  (await db.select().from(auditLog).where(eq(auditLog.subjectId, slug))).map(
    ({ action, subjectKind }) => `${subjectKind} ${action}`,
  )
const textAddress = (slug: string, locale = 'en') => addressOf(opsActions.savePostText, { slug, locale })
const previewAddress = (slug: string, locale = 'en') => addressOf(postPreviewActions.showStored, { slug, locale })
const slugsOf = (feed: string) => [...feed.matchAll(/\/blog\/([a-z0-9-]+)<\/link>/g)].map(([, slug]) => slug)

let operator: Colleague
beforeEach(async () => {
  operator = await createModerator('operator')
})

describe('a post in the operators’ pages', () => {
  it('is made as a draft, written, published, changed and taken back, each noted and raising the revision', async () => {
    const slug = newSlug()
    const revisions = [await readRevision()]
    const isPublic = async () => slugsOf(await (await openPage(null, feedHref('en'))).text()).includes(slug)
    const step = async (answer: Promise<Response>, done: string) => {
      expect((await answer).headers.get('location')).toContain(`done=${done}`)
      revisions.push(await readRevision())
      return isPublic()
    }
    expect(await step(operator.submit(opsActions.createPost.path, { slug: ` ${slug.toUpperCase()} ` }), 'post-created')).toBe(
      false,
    )
    expect((await operator.submit(addressOf(opsActions.publishPost, { slug }))).status).toBe(409)
    expect(await step(operator.submit(textAddress(slug), words), 'post-saved')).toBe(false)
    expect(await step(operator.submit(addressOf(opsActions.tagPost, { slug }), { 'tags[]': 'dates' }), 'post-tagged')).toBe(false)
    expect(await step(operator.submit(addressOf(opsActions.publishPost, { slug })), 'post-published')).toBe(true)
    expect(await rowOf(slug)).toMatchObject({ tags: ['dates'], publishedAt: expect.any(Number) })
    expect(await step(operator.submit(textAddress(slug), { ...words, title: 'Third dates' }), 'post-saved')).toBe(true)
    expect(await step(operator.submit(addressOf(opsActions.unpublishPost, { slug })), 'post-unpublished')).toBe(false)
    expect(await step(operator.submit(addressOf(opsActions.deletePost, { slug })), 'post-deleted')).toBe(false)
    expect([await rowOf(slug), await textsOf(slug)]).toEqual([undefined, []])

    expect(revisions).toEqual(revisions.map((_, index) => (revisions[0] ?? 0) + index))
    const actions = ['created', 'edited', 'tagged', 'published', 'edited', 'unpublished', 'deleted']
    expect(await auditOf(slug)).toEqual(actions.map((action) => `post post.${action}`))
  })

  it('marks a text that was edited, so that no seed changes it', async () => {
    const slug = newSlug()
    await writePost({ slug, publishedAt: 1, texts: { en: 'Delivered', uk: 'Delivered' } })
    await operator.submit(textAddress(slug), { ...words, body: 'One\r\n\r\nTwo\r\n' })
    const [en, uk] = (await textsOf(slug)).toSorted((a, b) => a.locale.localeCompare(b.locale))
    expect(en).toMatchObject({ title: words.title, body: 'One\n\nTwo', editedAt: expect.any(Number) })
    expect(uk).toMatchObject({ title: 'Delivered', editedAt: null })
    const page = (await (await operator.get(addressOf(opsActions.showPost, { slug }))).text()).replaceAll(/\s+/g, ' ')
    expect(page).toContain('as delivered')
  })

  it('is refused where a field is wrong, and what was typed stays', async () => {
    const slug = newSlug()
    await writePost({ slug, publishedAt: 1, texts: { en: 'Stays' } })
    const wrong = [
      { ...words, title: 'ab' },
      { ...words, title: 'a'.repeat(61) },
      { ...words, description: 'Too short.' },
      { ...words, description: 'a'.repeat(161) },
      { ...words, description: `${words.description}\n${words.description}` },
      { ...words, body: '' },
    ]
    const before = await readRevision()
    for (const fields of wrong) expect((await operator.submit(textAddress(slug), fields)).status).toBe(422)
    const answer = await (await operator.submit(textAddress(slug), { ...words, title: '"<b>' + 'x'.repeat(60) })).text()
    expect(answer).toContain('value="&quot;&lt;b&gt;xxx')
    for (const taken of ['Ab c', '-a', 'a--b', 'ä', '', 'a'.repeat(61), '../x'])
      expect((await operator.submit(opsActions.createPost.path, { slug: taken })).status, taken).toBe(422)
    expect((await operator.submit(opsActions.createPost.path, { slug })).status).toBe(409)
    expect((await operator.submit(addressOf(opsActions.tagPost, { slug }), { 'tags[]': 'weather' })).status).toBe(422)
    expect((await operator.submit(addressOf(opsActions.deletePost, { slug }))).status).toBe(409)
    expect((await textsOf(slug)).map(({ title }) => title)).toEqual(['Stays'])
    expect([await readRevision(), await auditOf(slug)]).toEqual([before, []])
  })

  it('is refused where a redirect leads away from its address, until that is removed', async () => {
    const slug = newSlug()
    const path = href(routes.blogPost, { slug }, { locale: 'en' })
    const create = () => operator.submit(opsActions.createPost.path, { slug })
    await operator.submit(opsActions.createRedirect.path, { path, target: href(routes.blog, {}, { locale: 'en' }) })
    const before = await readRevision()
    const refused = await create()
    expect([refused.status, await rowOf(slug), await readRevision()]).toEqual([409, undefined, before])
    expect(await refused.text()).toContain('Remove the redirect first.')
    await operator.submit(opsActions.deleteRedirect.path, { path })
    expect((await create()).headers.get('location')).toContain('done=post-created')
    expect(await auditOf(slug)).toEqual(['post post.created'])
  })

  it('that comes with the program cannot be deleted: the next deployment would bring it back', async () => {
    await writePost({ slug: 'spotting-scams', publishedAt: null, texts: { en: 'Scams' } })
    expect((await operator.submit(addressOf(opsActions.deletePost, { slug: 'spotting-scams' }))).status).toBe(409)
    expect(await rowOf('spotting-scams')).toMatchObject({ publishedAt: null })
  })
})

describe('the preview of a post', () => {
  it('names no script, which its policy would refuse', async () => {
    const operator = await createModerator('operator')
    const slug = `preview-${crypto.randomUUID().slice(0, 8)}`
    await writePost({ slug, publishedAt: null, texts: { en: 'A walk' } })
    const html = await (await operator.get(previewAddress(slug))).text()
    expect(html).toContain('A walk')
    expect(html).not.toMatch(/<script|modulepreload|as="script"/)
  })

  it('is the guests’ page of a draft, in its language, stored nowhere and without a script', async () => {
    const slug = newSlug()
    await writePost({ slug, publishedAt: null, texts: { uk: 'Чернетка' } })
    const response = await operator.get(previewAddress(slug, 'uk'))
    const html = await response.text()
    expect(html).toMatch(/<html lang="uk" data-mode="light"/)
    expect(html).toContain('<h1>Чернетка</h1>')
    expect(html).toContain('<p>First <strong>words</strong> of Чернетка.</p>')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self'(?!.*script-src)/)
    expect((await openPage(null, href(routes.blogPost, { slug }, { locale: 'uk' }))).status).toBe(404)
    expect((await operator.get(previewAddress(slug, 'en'))).headers.get('location')).toBe(opsActions.showPosts.path)
  })

  it('shows what stands in the form, and stores nothing of it', async () => {
    const slug = newSlug()
    await writePost({ slug, publishedAt: 1, texts: { en: 'Stored' } })
    const html = await (await operator.submit(previewAddress(slug), { title: 'Typed', description: '', body: '<i>' })).text()
    expect(html).toContain('<h1>Typed</h1>')
    expect(html).toContain('<p>&lt;i&gt;</p>')
    expect((await textsOf(slug)).map(({ title }) => title)).toEqual(['Stored'])
  })
})

it('the pages of posts are for operators: moderators are led away, and for others they do not exist', async () => {
  const slug = newSlug()
  await writePost({ slug, publishedAt: 1, texts: { en: 'Kept' } })
  const gets = [opsActions.showPosts.path, addressOf(opsActions.showPost, { slug }), textAddress(slug), previewAddress(slug)]
  const posts = [opsActions.createPost.path, textAddress(slug), previewAddress(slug)].concat(
    [opsActions.tagPost, opsActions.publishPost, opsActions.unpublishPost, opsActions.deletePost].map((each) =>
      addressOf(each, { slug }),
    ),
  )
  const [moderator, member] = [await createModerator(), await createMember()]
  for (const path of gets) {
    expect([(await moderator.get(path)).headers.get('location'), path]).toEqual(['/ops', path])
    expect([(await openPage(member, path)).status, (await openPage(null, path)).status]).toEqual([404, 404])
  }
  for (const path of posts) {
    expect([(await moderator.submit(path, { slug: 'mine', ...words })).headers.get('location'), path]).toEqual(['/ops', path])
    expect((await postForm(member, path, words)).status).toBe(404)
  }
  expect([await rowOf(slug), (await textsOf(slug)).map(({ title }) => title)]).toMatchObject([{ publishedAt: 1 }, ['Kept']])
})

describe('the text of a post', () => {
  it('may be as long in Cyrillic letters as in Latin ones, and its preview too', async () => {
    const slug = newSlug()
    await operator.submit(opsActions.createPost.path, { slug })
    const long = { ...words, body: 'слово '.repeat(6600).trim() }
    expect((await operator.submit(textAddress(slug, 'uk'), long)).headers.get('location')).toContain('done=post-saved')
    expect((await textsOf(slug))[0]?.body).toHaveLength(long.body.length)
    const preview = addressOf(postPreviewActions.showTyped, { slug, locale: 'uk' })
    expect((await operator.submit(preview, long)).status).toBe(200)
  })

  it('is refused where it could not be rendered, and stays in its form', async () => {
    const slug = newSlug()
    await operator.submit(opsActions.createPost.path, { slug })
    const answer = await operator.submit(textAddress(slug), { ...words, body: `${'> '.repeat(3000)}deep` })
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('12 deep within each other')
    expect(await textsOf(slug)).toEqual([])
  })

  it('is offered in the languages alone that it is written in', async () => {
    const slug = newSlug()
    await operator.submit(opsActions.createPost.path, { slug })
    await operator.submit(textAddress(slug), words)
    await operator.submit(textAddress(slug, 'de'), words)
    await operator.submit(addressOf(opsActions.publishPost, { slug }))
    const page = await (await openPage(null, href(routes.blogPost, { slug }, { locale: 'de' }))).text()
    const offered = [...page.matchAll(/<button value="([\w-]+)"[^>]* name="locale"/g)].map(([, code]) => code)
    expect(offered.toSorted()).toEqual(['de', 'en'])
  })
})

it('a post that is taken back and published again keeps its day', async () => {
  const slug = newSlug()
  await operator.submit(opsActions.createPost.path, { slug })
  await operator.submit(textAddress(slug), words)
  await operator.submit(addressOf(opsActions.publishPost, { slug }))
  const day = Date.parse('2026-01-02')
  await db.update(blogPosts).set({ publishedAt: day }).where(eq(blogPosts.slug, slug))
  await operator.submit(addressOf(opsActions.unpublishPost, { slug }))
  expect(await rowOf(slug)).toMatchObject({ publishedAt: null })
  await operator.submit(addressOf(opsActions.publishPost, { slug }))
  expect(await rowOf(slug)).toMatchObject({ publishedAt: day })
})
