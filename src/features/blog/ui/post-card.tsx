import { useHref } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import type { PostCard as Post } from '../contract.ts'
import styles from './post-card.module.css'
import { PostDrawing } from './post-drawing.tsx'
import { PostMeta } from './post-meta.tsx'

type PostCardProps = {
  post: Post
  /** Level of its heading. */
  heading: 'h2' | 'h3'
  /** The newest post of the list: larger, beside its drawing if there is room. */
  isLarge?: boolean
}

/** A post in a list; the whole card is the link. */
export function PostCard({ post, heading: Heading, isLarge = false }: PostCardProps) {
  const href = useHref()
  return (
    <article className={`${styles.card} ${isLarge ? styles.large : ''}`}>
      <PostDrawing slug={post.slug} />
      <div className={styles.text}>
        <Heading className={styles.title}>
          <a href={href(routes.blogPost, { slug: post.slug })}>{post.title}</a>
        </Heading>
        <p className={styles.description}>{post.description}</p>
        <PostMeta post={post} />
      </div>
    </article>
  )
}
