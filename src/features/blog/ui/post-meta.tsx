import { useI18n } from '#shared/i18n/context.tsx'
import type { PostCard } from '../contract.ts'
import styles from './post-meta.module.css'

type PostMetaProps = { post: Pick<PostCard, 'publishedAt' | 'minutes' | 'tags'> }

/** When a post was published, how long it takes to read, and what it is about. */
export function PostMeta({ post: { publishedAt, minutes, tags } }: PostMetaProps) {
  const { t, tn, format } = useI18n()
  const date = new Date(publishedAt).toISOString()
  return (
    <div className={styles.meta}>
      <p>
        <time dateTime={date.slice(0, 10)}>{format.date(publishedAt)}</time>
        <span aria-hidden="true"> · </span>
        <span className={styles.minutes}>{tn('blog.minutes', minutes)}</span>
      </p>
      {tags.length > 0 && (
        <ul aria-label={t('blog.tags.label')}>
          {tags.map((tag) => (
            <li key={tag}>{t(`blog.tags.${tag}`)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
