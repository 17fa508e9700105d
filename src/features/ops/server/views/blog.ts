import { numberFormat } from '#shared/intl/formats.ts'
import { html } from 'hono/html'
import { blogTags, bodyLength, descriptionLength, slugMaxLength, titleLength } from '#features/blog/contract.ts'
import type { EditedPost } from '#features/blog/server/public.ts'
import { opsActions, postPreviewActions } from '#features/ops/contract.ts'
import { localeNames } from '#shared/i18n/locale-names.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { type LocaleEntry, locales } from '#shared/i18n/locales.ts'
import { addressOf } from '#shared/routing/address-of.ts'
import { type FieldProblems, fieldProblem, fieldState } from './fields.ts'
import { dataTable, type Markup, moment } from './markup.ts'

/** The typed values, by the field's name. */
export type PostValues = Readonly<Record<string, string>>

export function postListPage(posts: readonly EditedPost[], values: PostValues, problems: FieldProblems): Markup {
  return html`${posts.length === 0 ? html`<p>There is no post yet.</p>` : postTable(posts)}
    <h2>New post</h2>
    <form method="post" action="${opsActions.createPost.path}">
      <label for="slug">Address</label>
      ${fieldProblem('slug', problems)}
      <input
        id="slug"
        name="slug"
        value="${values['slug'] ?? ''}"
        maxlength="${slugMaxLength}"
        required
        autocomplete="off"
        ${fieldState('slug', problems)}
      />
      <p class="hint" id="slug-hint">
        Small letters, digits and hyphens, the same in every language: <code>second-dates</code>. It is never changed.
      </p>
      <button>Make a draft</button>
    </form>`
}

const postTable = (posts: readonly EditedPost[]) =>
  dataTable(
    'Posts',
    ['Post', 'State', 'Languages', 'Tags'],
    posts.map(
      (post) =>
        html`<tr>
          <th scope="row"><a href="${addressOf(opsActions.showPost, { slug: post.slug })}">${post.slug}</a></th>
          <td>${stateOf(post)}</td>
          <td>
            ${locales.flatMap(({ code }) => (post.texts.some(({ locale }) => locale === code) ? [code] : [])).join(', ') || 'none'}
          </td>
          <td>${post.tags.join(', ')}</td>
        </tr>`,
    ),
  )

const stateOf = ({ publishedAt }: EditedPost) => (publishedAt === null ? 'draft' : html`published ${moment(publishedAt)}`)

export function postPage(post: EditedPost): Markup {
  const { slug, publishedAt, tags } = post
  const button = (action: { path: string; form: string }, label: string, kind: string) =>
    html`<form method="post" action="${addressOf(action, { slug })}"><button class="${kind}">${label}</button></form>`
  return html`<p>This post is ${stateOf(post)}. Guests see it in the languages that have a text.</p>
    ${publishedAt === null ? button(opsActions.publishPost, 'Publish', '') : button(opsActions.unpublishPost, 'Unpublish', 'danger')}
    <h2>Texts</h2>
    ${dataTable(
      'Texts',
      ['Language', 'Title', 'Edited', ''],
      locales.map((locale) => textRow(post, locale)),
    )}
    <h2>Tags</h2>
    <form method="post" action="${addressOf(opsActions.tagPost, { slug })}">
      <fieldset>
        <legend>What it is about</legend>
        ${blogTags.map(
          (tag) =>
            html`<div class="choice">
              <input type="checkbox" id="tag-${tag}" name="tags[]" value="${tag}" ${tags.includes(tag) ? 'checked' : ''} />
              <label for="tag-${tag}">${tag}</label>
            </div>`,
        )}
      </fieldset>
      <button>Store the tags</button>
    </form>
    ${
      publishedAt === null
        ? html`<h2>Delete</h2>
            <p class="hint">The post goes with all its texts.</p>
            ${button(opsActions.deletePost, 'Delete the post', 'danger')}`
        : null
    }`
}

function textRow({ slug, publishedAt, texts }: EditedPost, { code }: LocaleEntry): Markup {
  const text = texts.find(({ locale }) => locale === code)
  const params = { slug, locale: code }
  return html`<tr>
    <th scope="row"><a href="${addressOf(opsActions.showPostText, params)}">${localeNames[code].nativeName}</a></th>
    <td>${text?.title ?? 'no text'}</td>
    <td>${text ? (text.editedAt === null ? 'as delivered' : moment(text.editedAt)) : ''}</td>
    <td>
      ${text ? html`<a href="${addressOf(postPreviewActions.showStored, params)}">Preview<span class="unseen"> ${code}</span></a>` : null}
      ${text && publishedAt !== null ? html`<a href="${href(routes.blogPost, { slug }, { locale: code })}">Page<span class="unseen"> ${code}</span></a>` : null}
    </td>
  </tr>`
}

/** What each field of a text needs. */
export const textProblems: FieldProblems = {
  title: `Write a title of ${titleLength.min} to ${titleLength.max} characters, in one line.`,
  description: `Write a description of ${descriptionLength.min} to ${descriptionLength.max} characters, in one line.`,
  body: `Write a text of at most ${numberFormat('en-GB').format(bodyLength.max)} characters.`,
}

type Typed = { values: PostValues; problems: FieldProblems }

export function postTextPage(
  { slug, publishedAt }: EditedPost,
  { code, lang }: LocaleEntry,
  { values, problems }: Typed,
): Markup {
  const params = { slug, locale: code }
  const line = (name: string, label: string, { min, max }: { min: number; max: number }) =>
    html`<label for="${name}">${label}</label>
      ${fieldProblem(name, problems)}
      <input
        id="${name}"
        name="${name}"
        value="${values[name] ?? ''}"
        minlength="${min}"
        maxlength="${max}"
        lang="${lang}"
        required
        autocomplete="off"
        ${fieldState(name, problems)}
      />
      <p class="hint" id="${name}-hint">${min} to ${max} characters.</p>`
  return html`<p><a href="${addressOf(opsActions.showPost, { slug })}">Back to the post</a></p>
    <p>
      ${localeNames[code].nativeName}.
      ${publishedAt === null ? 'The post is a draft: nobody sees it yet.' : 'The post is published: what you store is seen within a minute.'}
    </p>
    <form method="post" action="${addressOf(opsActions.savePostText, params)}" class="wide">
      ${line('title', 'Title', titleLength)} ${line('description', 'Description', descriptionLength)}
      <label for="body">Text</label>
      ${fieldProblem('body', problems)}
      <textarea dir="auto" id="body" name="body" rows="28" lang="${lang}" required ${fieldState('body', problems)}>
${values['body'] ?? ''}</textarea>
      <p class="hint" id="body-hint">
        Markdown: an empty line between paragraphs, <code>## heading</code>, <code>- list</code>, <code>&gt; a message</code>,
        <code>**bold**</code>, <code>*emphasis*</code>, <code>[words](https://&hellip;)</code>. HTML is shown as it is written.
      </p>
      <button>Store</button>
      <button class="quiet" formaction="${addressOf(postPreviewActions.showTyped, params)}" formnovalidate>
        Preview without storing
      </button>
    </form>`
}
