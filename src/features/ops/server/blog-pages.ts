import { opsActions } from '#features/ops/contract.ts'
import {
  createPost as create,
  deletePost as remove,
  findEditedPost,
  findPostText,
  isReadable,
  listAllPosts,
  publishPost as publish,
  savePostText as save,
  tagPost as tag,
  unpublishPost as unpublish,
} from '#features/blog/server/public.ts'
import { isDrawn, postFormBytes } from '#features/blog/contract.ts'
import type { AppContext } from '#server/context.ts'
import { findLocale } from '#shared/i18n/locales.ts'
import { addressOf } from '#shared/routing/address-of.ts'
import { readForm, typedText } from './guards.ts'
import { postInput, postTagsInput, postTextInput } from './schemas.ts'
import type { Staff } from './staff.ts'
import { postListPage, postPage, postTextPage, type PostValues, textProblems } from './views/blog.ts'
import { type FieldProblems, problemsOf } from './views/fields.ts'
import { type NoticeKey, respondOps } from './views/shell.ts'

const wrongSlug = 'An address has small letters, digits and single hyphens between them, at most 60 characters.'
const refusedSlug = {
  taken: 'There is a post at this address already.',
  redirected: 'A redirect leads away from this address and would hide the post. Remove the redirect first.',
}
const wrongText = 'A title has 3 to 60 characters and a description 50 to 160, both in one line. The text has at most 40,000.'
const tooDeep = 'Quotes, lists and emphasis can be 12 deep within each other, not more.'
const notReady = 'Only a draft with at least one text can be published.'
const notPublished = 'This post is a draft already.'
const notDeletable = 'Only drafts can be deleted: unpublish the post first.'
const comesBack = 'This post comes with the program: the next deployment would write it again. Unpublish it instead.'

type Refusal = { problem: string; status: 409 | 422; values?: PostValues; fields?: FieldProblems }

const slugOf = (c: AppContext) => c.req.param('slug') ?? ''
const actorOf = (c: AppContext, staff: Staff) => ({ actorId: staff.id, now: c.get('now') })
const toPost = (c: AppContext, done: NoticeKey) =>
  c.redirect(`${addressOf(opsActions.showPost, { slug: slugOf(c) })}?done=${done}`, 303)

/** GET /ops/posts; also the response to a refused form. */
export async function showPosts(c: AppContext, staff: Staff, refusal?: Refusal): Promise<Response> {
  const { values = {}, fields, problem, status } = refusal ?? {}
  const body = postListPage(await listAllPosts(c.get('db')), values, fields ?? {})
  return respondOps(c, { title: 'Blog', staff, body, problem, fields, status })
}

/** POST /ops/posts */
export async function createPost(c: AppContext, staff: Staff): Promise<Response> {
  const { input, body } = await readForm(c, postInput)
  const values = { slug: typedText(body, 'slug') }
  const refuse = (problem: string, status: 409 | 422) =>
    showPosts(c, staff, { problem: 'The draft is not made.', status, values, fields: { slug: problem } })
  if (!input) return refuse(wrongSlug, 422)
  const outcome = await create(c.get('db'), input.slug, actorOf(c, staff))
  if (outcome !== 'created') return refuse(refusedSlug[outcome], 409)
  return c.redirect(`${addressOf(opsActions.showPost, { slug: input.slug })}?done=post-created`, 303)
}

/** GET /ops/posts/:slug; also the response to a refused form. */
export async function showPost(c: AppContext, staff: Staff, refusal?: Refusal): Promise<Response> {
  const post = await findEditedPost(c.get('db'), slugOf(c))
  if (!post) return c.redirect(opsActions.showPosts.path, 303)
  return respondOps(c, {
    title: `Post: ${post.slug}`,
    staff,
    body: postPage(post),
    problem: refusal?.problem,
    status: refusal?.status,
  })
}

/** POST /ops/posts/:slug/tags */
export async function tagPost(c: AppContext, staff: Staff): Promise<Response> {
  const { input } = await readForm(c, postTagsInput)
  if (input) await tag(c.get('db'), slugOf(c), input.tags, actorOf(c, staff))
  return input ? toPost(c, 'post-tagged') : showPost(c, staff, { problem: 'Choose from the list.', status: 422 })
}

/** POST /ops/posts/:slug/publish */
export async function publishPost(c: AppContext, staff: Staff): Promise<Response> {
  const isPublished = await publish(c.get('db'), slugOf(c), actorOf(c, staff))
  return isPublished ? toPost(c, 'post-published') : showPost(c, staff, { problem: notReady, status: 409 })
}

/** POST /ops/posts/:slug/unpublish */
export async function unpublishPost(c: AppContext, staff: Staff): Promise<Response> {
  const isDraft = await unpublish(c.get('db'), slugOf(c), actorOf(c, staff))
  return isDraft ? toPost(c, 'post-unpublished') : showPost(c, staff, { problem: notPublished, status: 409 })
}

/** POST /ops/posts/:slug/delete */
export async function deletePost(c: AppContext, staff: Staff): Promise<Response> {
  if (isDrawn(slugOf(c))) return showPost(c, staff, { problem: comesBack, status: 409 })
  const isDeleted = await remove(c.get('db'), slugOf(c), actorOf(c, staff))
  if (!isDeleted) return showPost(c, staff, { problem: notDeletable, status: 409 })
  return c.redirect(`${opsActions.showPosts.path}?done=post-deleted`, 303)
}

/** GET /ops/posts/:slug/texts/:locale; also the response to a refused form. */
export async function showPostText(c: AppContext, staff: Staff, refusal?: Refusal): Promise<Response> {
  const locale = findLocale(c.req.param('locale'))
  const post = locale && (await findEditedPost(c.get('db'), slugOf(c)))
  if (!post) return c.redirect(opsActions.showPosts.path, 303)
  const values = refusal?.values ?? (await findPostText(c.get('db'), post.slug, locale.code)) ?? {}
  return respondOps(c, {
    title: `${post.slug}, ${locale.code}`,
    staff,
    body: postTextPage(post, locale, { values, problems: refusal?.fields ?? {} }),
    problem: refusal?.problem,
    fields: refusal?.fields,
    status: refusal?.status,
  })
}

/** POST /ops/posts/:slug/texts/:locale */
export async function savePostText(c: AppContext, staff: Staff): Promise<Response> {
  const { input, body, wrong } = await readForm(c, postTextInput, postFormBytes)
  const locale = findLocale(c.req.param('locale'))
  const values = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]))
  const fields = problemsOf(wrong, textProblems)
  if (!input) return showPostText(c, staff, { problem: wrongText, status: 422, values, fields })
  if (!(await isReadable(input.body)))
    return showPostText(c, staff, { problem: tooDeep, status: 422, values, fields: { body: tooDeep } })
  if (locale) await save(c.get('db'), { ...input, slug: slugOf(c), locale: locale.code }, actorOf(c, staff))
  return toPost(c, 'post-saved')
}
