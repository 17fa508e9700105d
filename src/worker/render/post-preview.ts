import * as v from 'valibot'
import { postFormBytes } from '#features/blog/contract.ts'
import { findEditedPost, findPostText, postsStatement, toCard, toPostProps } from '#features/blog/server/public.ts'
import { opsActions, postPreviewActions } from '#features/ops/contract.ts'
import { opsPolicy, requireAct } from '#features/ops/server/public.ts'
import type { AppContext } from '#server/context.ts'
import { readBody } from '#server/actions/body.ts'
import { handle } from '#server/actions/handle.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { findLocale } from '#shared/i18n/locales.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'

/** Pages of posts for operators: rendered by the code for guests, published or not, and stored nowhere. */
export const postPreviewRoutes = handle(postPreviewActions, {
  showStored: requireAct('showStored', (c) => respondPreview(c, null)),
  showTyped: requireAct('showTyped', async (c) => respondPreview(c, v.parse(typedWords, await readBody(c, postFormBytes)))),
})

/** Any form content: a preview refuses nothing. */
const typedWords = v.object({
  title: v.fallback(v.string(), ''),
  description: v.fallback(v.string(), ''),
  body: v.fallback(v.string(), ''),
})

/** A preview runs nothing, so it links no script either: the policy would refuse each, with a line in the browser’s log. */
const scripts = 'script, link[rel="modulepreload"], link[rel="preload"][as="script"]'

async function respondPreview(c: AppContext, typed: v.InferOutput<typeof typedWords> | null): Promise<Response> {
  const [db, now] = [c.get('db'), c.get('now')]
  const locale = findLocale(c.req.param('locale'))
  const post = locale && (await findEditedPost(db, c.req.param('slug') ?? ''))
  const words = typed ?? (post && (await findPostText(db, post.slug, locale.code)))
  if (!post || !words) return c.redirect(opsActions.showPosts.path, 303)

  const { code } = locale
  const { slug, tags } = post
  const card = { ...words, slug, tags, publishedAt: post.publishedAt ?? now, characters: words.body.length }
  const posts = (await postsStatement(db, code)).map((row) => toCard(row, code))
  const languages = post.texts.map((text) => text.locale)
  const props = await toPostProps({ post: toCard(card, code), markdown: words.body, locale: code, languages, posts })
  const messages = await loadMessages(code, ['common', ...routes.blogPost.messages])
  const { respondPage } = await import('./respond.ts')
  const page = await respondPage(
    c,
    {
      route: routes.blogPost,
      locale,
      translator: createTranslator(code, messages, { timeZone: 'UTC' }),
      viewer: null,
      props,
      deferred: {},
      title: `Preview: ${words.title}`,
      head: null,
      url: new URL(href(routes.blogPost, { slug }, { locale: code }), c.req.url),
      params: { slug },
      timeZone: 'UTC',
      error: null,
      status: 200,
    },
    'document',
  )
  const response = new HTMLRewriter()
    .on(scripts, { element: (element) => void element.remove() })
    .transform(new Response(page.body, page))
  response.headers.set('Content-Security-Policy', `${opsPolicy}; font-src 'self'`)
  response.headers.set('Cache-Control', 'no-store')
  return response
}
