/** The server-side API of this feature for pages, the operators' pages and the worker. */
export { answerFeed } from './feed.ts'
export { describeBlog, describePost, imageOf } from './json-ld.ts'
export { isReadable } from './markdown.ts'
export { toPostProps } from './post-page.ts'
export { postLocalesStatement, postsStatement, postStatement, toCard } from './queries.ts'
export {
  createPost,
  deletePost,
  findEditedPost,
  findPostText,
  listAllPosts,
  publishPost,
  savePostText,
  tagPost,
  unpublishPost,
  type EditedPost,
} from './edit-queries.ts'
