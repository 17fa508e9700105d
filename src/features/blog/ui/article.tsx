import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { ThreadLoose } from '#ui/thread/thread-loose.tsx'
import type { BlogPostProps } from '../contract.ts'
import styles from './article.module.css'
import { Markdown } from './markdown.tsx'
import { PostCard } from './post-card.tsx'
import { PostDrawing } from './post-drawing.tsx'
import { PostMeta } from './post-meta.tsx'

/** A post, what to read next, and the link to sign up. */
export function Article({ post, body, related }: BlogPostProps) {
  const { t } = useI18n()
  const href = useHref()
  return (
    <div className={styles.page}>
      <article className={styles.article}>
        <header className={styles.head}>
          <a className={styles.back} href={href(routes.blog, {})}>
            <Icon name="arrow-left" size="s" />
            {t('blog.back')}
          </a>
          <h1>{post.title}</h1>
          <p className={styles.lead}>{post.description}</p>
          <PostMeta post={post} />
        </header>
        <PostDrawing slug={post.slug} />
        <div className={styles.body}>
          <Markdown blocks={body} />
        </div>
      </article>
      <section className={styles.join} aria-labelledby="join">
        <ThreadLoose />
        <h2 id="join">{t('blog.join.title')}</h2>
        <p>{t('blog.join.text')}</p>
        <ButtonLink href={href(routes.signUp, {})} size="l">
          {t('common.nav.signUp')}
        </ButtonLink>
      </section>
      {related.length > 0 && (
        <section className={styles.related} aria-labelledby="related">
          <h2 id="related">{t('blog.related')}</h2>
          <ul>
            {related.map((each) => (
              <li key={each.slug}>
                <PostCard post={each} heading="h3" />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
